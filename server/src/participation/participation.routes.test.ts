import { participationRoutes } from '@vexil/contract/participation';
import { teamRoutes } from '@vexil/contract/team';
import type { ContainerState } from '@vexil/db/enums/container';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { divisions } from '@vexil/db/schema/division';
import { type GameRow, gameStaff } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf } from '../../testing/outbox';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

type Change = Parameters<typeof test.call<typeof participationRoutes.update>>[1]['body'];
const update = (id: number, body: Change, as = admin) =>
  test.call(participationRoutes.update, { as, params: { id }, body });

async function stored(id: number) {
  const [row] = await test.db.select().from(participations).where(eq(participations.id, id));
  return row;
}

async function buildOrganiser(game: GameRow, role: 'organiser' | 'observer' = 'organiser') {
  const account = await buildAccount(test.db);
  await test.db.insert(gameStaff).values({ gameId: game.id, accountId: account.id, role });
  return account;
}

async function buildDivision(gameId: number): Promise<number> {
  const [row] = await test.db.insert(divisions).values({ gameId, name: 'Open' }).returning();
  return row?.id ?? 0;
}

describe('PUT /api/admin/participation/:id', () => {
  it('accepts a team and locks its members', async () => {
    const { participation, team, captain } = await buildParticipation(test.db, { status: 'Pending' });
    expect(await update(participation.id, { status: 'Accepted' })).toMatchObject({ status: 200, body: undefined });
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted' });
    const [row] = await test.db.select().from(teams).where(eq(teams.id, team.id));
    expect(row?.locked).toBe(true);
    expectError(await test.call(teamRoutes.delete, { as: captain, params: { id: team.id } }), 'team.locked');
  });

  it('sets, keeps and clears the division', async () => {
    const { participation } = await buildParticipation(test.db);
    const divisionId = await buildDivision(participation.gameId);
    const reason = 'It asked for it.';
    await update(participation.id, { divisionId, reason });
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted', divisionId });
    await update(participation.id, { status: 'Suspended' });
    expect(await stored(participation.id)).toMatchObject({ status: 'Suspended', divisionId });
    await update(participation.id, { divisionId: null, reason });
    expect(await stored(participation.id)).toMatchObject({ status: 'Suspended', divisionId: null });
  });

  it('refuses a division of another game without a change', async () => {
    const { participation } = await buildParticipation(test.db);
    const foreign = await buildDivision((await buildGame(test.db)).id);
    for (const divisionId of [foreign, 999_999, -1]) {
      expectError(await update(participation.id, { divisionId, status: 'Suspended' }), 'division.notFound');
    }
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted', divisionId: null });
  });

  it('clears the division of a rejected team, even one in the same request', async () => {
    const { participation } = await buildParticipation(test.db, { status: 'Pending' });
    const divisionId = await buildDivision(participation.gameId);
    await update(participation.id, { divisionId, status: 'Rejected' });
    expect(await stored(participation.id)).toMatchObject({ status: 'Rejected', divisionId: null });
  });

  it.each(['Suspended', 'Rejected'] as const)('stops the containers of a team that becomes %s', async (status) => {
    const { participation } = await buildParticipation(test.db);
    const states: ContainerState[] = ['requested', 'starting', 'running', 'stopping', 'destroyed', 'failed'];
    const rows: ContainerRow[] = [];
    for (const state of states) {
      const { challenge } = await buildChallenge(test.db, { gameId: participation.gameId });
      const values = { kind: 'Team' as const, gameId: participation.gameId, challengeId: challenge.id, state };
      const [row] = await test.db
        .insert(containers)
        .values({ ...values, participationId: participation.id, image: 'x', expiresAt: new Date() })
        .returning();
      if (row) rows.push(row);
    }
    await update(participation.id, { status });
    const after = await test.db.select().from(containers).where(eq(containers.participationId, participation.id));
    const stateOf = (index: number) => after.find(({ id }) => id === rows[index]?.id)?.state;
    expect(states.map((_, index) => stateOf(index))).toEqual([
      'stopping',
      'stopping',
      'stopping',
      'stopping',
      'destroyed',
      'failed',
    ]);
    const jobs = (await test.deps.queues.container.getJobs()).map(({ data }) => data.containerId);
    expect(jobs).toEqual(expect.arrayContaining(rows.slice(0, 3).map(({ id }) => id)));
    expect(jobs).not.toContain(rows[4]?.id);
  });

  it('notifies the team, updates the scoreboard and audits', async () => {
    const { participation } = await buildParticipation(test.db, { status: 'Pending' });
    await update(participation.id, { status: 'Rejected', reason: ' Shared a flag ' });
    const stream = `${test.deps.keyPrefix}live:stream:participation:${participation.id}`;
    expect(JSON.stringify(await test.deps.redis.xrange(stream, '-', '+'))).toContain('Rejected');
    expect(await boardVersionsOf(test.deps, participation.gameId)).toEqual([1]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, participation.gameId));
    expect(entries).toMatchObject([
      {
        action: 'participation.update',
        accountId: admin.id,
        before: { status: 'Pending' },
        after: { status: 'Rejected', reason: 'Shared a flag' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(participation.token);
  });

  it('is for administrators and organisers of that game', async () => {
    const game = await buildGame(test.db);
    const { participation, captain } = await buildParticipation(test.db, { gameId: game.id, status: 'Pending' });
    const body = { status: 'Accepted' as const };
    expectError(
      await test.call(participationRoutes.update, { params: { id: participation.id }, body }),
      'account.unauthenticated',
    );
    const foreign = await buildOrganiser(await buildGame(test.db));
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    for (const as of [captain, foreign, monitor, await buildOrganiser(game, 'observer')]) {
      expectError(await update(participation.id, body, as), 'account.forbidden');
    }
    expect(await stored(participation.id)).toMatchObject({ status: 'Pending' });
    expect((await update(participation.id, body, await buildOrganiser(game))).status).toBe(200);
  });

  it('reveals an unknown participation to organisers only', async () => {
    expectError(await update(999_999, { status: 'Accepted' }), 'participation.notFound');
    expectError(await update(999_999, { status: 'Accepted' }, await buildAccount(test.db)), 'account.forbidden');
  });

  it('is consistent under fifty concurrent reviews and joins', async () => {
    const game = await buildGame(test.db, { acceptWithoutReview: false });
    const built = await buildTeam(test.db, { membersCount: 25 });
    const one = { ...built, members: built.members.slice(0, 1) };
    const { participation } = await buildParticipation(test.db, { built: one, gameId: game.id, status: 'Pending' });
    const replies = await Promise.all([
      ...built.members
        .slice(1)
        .map((as) =>
          test.call(participationRoutes.join, { as, params: { id: game.id }, body: { teamId: built.team.id } }),
        ),
      ...Array.from({ length: 25 }, () => update(participation.id, { status: 'Accepted' })),
    ]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await stored(participation.id)).toMatchObject({ status: 'Accepted' });
  });
});

describe('GET /api/game/:id/participations', () => {
  const list = (game: GameRow, as?: AccountRow) =>
    test.call(participationRoutes.list, { params: { id: game.id }, ...(as ? { as } : {}) });

  it('lists all teams with their members and registrations', async () => {
    const game = await buildGame(test.db);
    const built = await buildTeam(test.db, { membersCount: 2 });
    const second = await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' });
    const first = await buildParticipation(test.db, { built, gameId: game.id });
    await test.db.delete(participationMembers).where(eq(participationMembers.accountId, built.members[1]?.id ?? ''));
    const reply = await list(game, await buildOrganiser(game));
    expect(reply.body).toHaveLength(2);
    expect(reply.body.map(({ team }) => team.id)).toEqual([built.team.id, second.team.id].sort((a, b) => a - b));
    const shown = reply.body.find(({ id }) => id === first.participation.id);
    expect(shown).toMatchObject({
      status: 'Accepted',
      divisionId: null,
      registeredMembers: [built.captain.id],
      team: { id: built.team.id, captainId: built.captain.id, name: built.team.name, locked: false },
    });
    expect(shown?.team.members.map(({ email }) => email).sort()).toEqual(
      built.members.map(({ email }) => email).sort(),
    );
    const text = JSON.stringify(reply.body);
    for (const secret of [built.team.inviteToken, first.participation.token, 'argon2']) {
      expect(text).not.toContain(secret);
    }
  });

  it('is for organisers of the game and administrators', async () => {
    const game = await buildGame(test.db);
    expectError(await list(game), 'account.unauthenticated');
    for (const as of [await buildAccount(test.db), await buildOrganiser(game, 'observer')]) {
      expectError(await list(game, as), 'account.forbidden');
    }
    expect((await list(game, admin)).status).toBe(200);
    expectError(await list({ ...game, id: 999_999 }, admin), 'game.notFound');
  });
});
