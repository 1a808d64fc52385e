import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { teamAdminRoutes as routes } from '@vexil/contract/team-admin';
import { auditEntries } from '@vexil/db/schema/audit';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf } from '../../testing/outbox';
import { verifyScoreboard } from '../../testing/scoreboard';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(teams);
  await test.db.delete(auditEntries);
});

const merge = (id: number, intoTeamId: number, as = admin) =>
  test.call(routes.merge, { as, params: { id }, body: { intoTeamId } });
const membersOf = async (teamId: number) =>
  (await test.db.select().from(teamMembers).where(eq(teamMembers.teamId, teamId))).map(({ accountId }) => accountId);

describe('POST /api/admin/teams/:id/merge', () => {
  it('moves members and games, keeps name and captain of the other team, and deletes the first', async () => {
    const from = await buildParticipation(test.db, {
      built: await buildTeam(test.db, { membersCount: 2, bio: 'old' }),
    });
    const into = await buildTeam(test.db, { name: 'Night Owls', membersCount: 2 });
    const shared = await buildAccount(test.db);
    for (const teamId of [from.team.id, into.team.id])
      await test.db.insert(teamMembers).values({ teamId, accountId: shared.id });
    const before = await test.db.select().from(participations).where(eq(participations.id, from.participation.id));
    const registered = await test.db.select().from(participationMembers).orderBy(asc(participationMembers.accountId));

    const reply = await merge(from.team.id, into.team.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: into.team.id, name: 'Night Owls', bio: into.team.bio });
    expect(reply.body.members.filter(({ captain }) => captain).map(({ id }) => id)).toEqual([into.captain.id]);
    expect(await membersOf(into.team.id)).toHaveLength(5);
    expect(await membersOf(from.team.id)).toEqual([]);
    expect(await test.db.select().from(teams)).toMatchObject([{ id: into.team.id }]);

    const after = await test.db.select().from(participations).where(eq(participations.id, from.participation.id));
    const { teamId: _, updatedAt: __, nameKey: ___, ...kept } = before[0] ?? {};
    expect(after).toMatchObject([{ ...kept, teamId: into.team.id }]);
    expect(await test.db.select().from(participationMembers).orderBy(asc(participationMembers.accountId))).toEqual(
      registered,
    );
  });

  it('shows the other name on boards, and writes it to the audit logs of platform and game', async () => {
    const from = await buildParticipation(test.db);
    const into = await buildTeam(test.db, { name: 'Night Owls' });
    await merge(from.team.id, into.team.id);
    const { gameId, id } = from.participation;
    expect(await boardVersionsOf(test.deps, gameId)).toEqual([1]);
    const entries = await test.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(entries).toMatchObject([
      {
        ...{ gameId: null, action: 'team.merge', target: `team:${into.team.id}` },
        before: { mergedId: from.team.id, mergedName: from.team.name },
        after: { membersAdded: from.captain.userName, gamesMoved: 1 },
      },
      { gameId, action: 'participation.merge', target: `participation:${id}`, after: { team: 'Night Owls' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(from.team.inviteToken);
  });

  it('keeps the points: the scoreboard is the same but for the team', async () => {
    const from = await buildParticipation(test.db);
    const { gameId, id: participationId } = from.participation;
    const into = await buildTeam(test.db, { name: 'Night Owls' });
    const { challenge } = await buildChallenge(test.db, { gameId });
    const key = { gameId, challengeId: challenge.id, participationId, accountId: from.captain.id };
    const answer = { ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted' as const, submittedAt: new Date() };
    const [submission] = await test.db.insert(submissions).values(answer).returning();
    await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: answer.submittedAt });
    const read = async () => {
      const { body } = await test.call(scoreboardRoutes.get, { params: { id: gameId } });
      return (await verifyScoreboard(test.database, gameId, body)).items;
    };
    const [before] = await read();
    expect(before).toMatchObject({ id: from.team.id, score: expect.any(Number) });
    await merge(from.team.id, into.team.id);
    await expect.poll(read).toEqual([{ ...before, id: into.team.id, name: 'Night Owls' }]);
  });

  it('locks the members where one of the two was locked', async () => {
    const [locked, into] = [await buildTeam(test.db, { locked: true }), await buildTeam(test.db)];
    expect((await merge(locked.team.id, into.team.id)).body).toMatchObject({ locked: true });
  });

  it('refuses teams that have joined the same game, names it, and changes nothing', async () => {
    const game = await buildGame(test.db, { title: 'Northwind Qualifier' });
    const [one, other] = [
      await buildParticipation(test.db, { gameId: game.id }),
      await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' }),
    ];
    await buildParticipation(test.db, { built: one });
    const refused = await merge(one.team.id, other.team.id);
    expectError(refused, 'team.mergeCommonGame');
    expect(JSON.stringify(refused.body)).toContain('Northwind Qualifier');
    expect(await test.db.$count(teams)).toBe(2);
    expect(await membersOf(other.team.id)).toEqual([other.captain.id]);
    expect(await test.db.$count(auditEntries)).toBe(0);
  });

  it('is offered for teams without a common game', async () => {
    const one = await buildParticipation(test.db);
    await buildParticipation(test.db, { gameId: one.participation.gameId });
    const { team } = await buildTeam(test.db);
    const { body } = await test.call(routes.list, { as: admin, query: { mergesWith: one.team.id } });
    expect(body).toMatchObject({ total: 1, data: [{ id: team.id }] });
  });

  it('refuses the same team and unknown ones', async () => {
    const { team } = await buildTeam(test.db);
    expectError(await merge(team.id, team.id), 'team.mergeSame');
    expectError(await merge(999_999, team.id), 'team.notFound');
    expectError(await merge(team.id, 999_999), 'team.unknown');
  });

  it('is not for others', async () => {
    const [one, other] = [await buildTeam(test.db), await buildTeam(test.db)];
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    for (const as of [one.captain, monitor])
      expectError(await merge(one.team.id, other.team.id, as), 'account.forbidden');
  });

  it('leaves one team when fifty merge two into each other at once', async () => {
    const { participation, team } = await buildParticipation(test.db);
    const other = await buildTeam(test.db);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? merge(team.id, other.team.id) : merge(other.team.id, team.id),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left, ...more] = await test.db.select().from(teams);
    expect(more).toEqual([]);
    expect(await test.db.select().from(participations)).toMatchObject([{ id: participation.id, teamId: left?.id }]);
    expect(await membersOf(left?.id ?? 0)).toHaveLength(2);
    expect(await test.db.$count(games, eq(games.id, participation.gameId))).toBe(1);
  });
});
