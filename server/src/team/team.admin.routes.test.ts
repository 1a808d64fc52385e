import { teamRoutes } from '@vexil/contract/team';
import { teamAdminRoutes as routes } from '@vexil/contract/team-admin';
import { auditEntries } from '@vexil/db/schema/audit';
import { containers } from '@vexil/db/schema/container';
import { participations } from '@vexil/db/schema/participation';
import { cheatFindings, solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, jobsIn } from '../../testing/outbox';

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
  await test.deps.queues.sweep.drain(true);
});

type Changes = Parameters<typeof test.call<typeof routes.update>>[1]['body'];
const update = (id: number, body: Changes) => test.call(routes.update, { as: admin, params: { id }, body });
const remove = (id: number) => test.call(routes.delete, { as: admin, params: { id } });
const stored = async (id: number) => (await test.db.select().from(teams).where(eq(teams.id, id)))[0];

describe('GET /api/admin/teams', () => {
  it('pages through all teams with their members, and shows no invitation', async () => {
    const built = [await buildTeam(test.db, { membersCount: 3 }), await buildTeam(test.db), await buildTeam(test.db)];
    const reply = await test.call(routes.list, { as: admin, query: { count: 2, skip: 0 } });
    expect(reply.body).toMatchObject({ length: 2, total: 3 });
    expect(reply.body.data.map(({ id }) => id)).toEqual(built.slice(0, 2).map(({ team }) => team.id));
    expect(reply.body.data[0]?.members[0]).toMatchObject({ id: built[0]?.captain.id, captain: true });
    expect(reply.body.data.map(({ members }) => members.length)).toEqual([3, 1]);
    for (const { team } of built) expect(JSON.stringify(reply.body)).not.toContain(team.inviteToken);
    expect(JSON.stringify(reply.body)).not.toMatch(/@example|argon2|realName/);
  });

  it('finds teams by name and lock', async () => {
    const { team } = await buildTeam(test.db, { name: 'Owls', locked: true });
    await buildTeam(test.db, { name: 'Owlets' });
    const { body } = await test.call(routes.list, { as: admin, query: { hint: 'OWL', locked: 'true' } });
    expect(body).toMatchObject({ total: 1, data: [{ id: team.id }] });
  });

  it('counts the games of each, and sorts by name, members or games', async () => {
    const owls = await buildTeam(test.db, { name: 'owls', membersCount: 2 });
    const jays = await buildParticipation(test.db, { built: await buildTeam(test.db, { name: 'Jays' }) });
    await buildParticipation(test.db, { built: jays });
    const ids = async (query: object) =>
      (await test.call(routes.list, { as: admin, query })).body.data.map(({ id, gameCount }) => [id, gameCount]);
    const [one, other] = [
      [owls.team.id, 0],
      [jays.team.id, 2],
    ];
    expect(await ids({})).toEqual([one, other]);
    expect(await ids({ descending: 'true' })).toEqual([other, one]);
    expect(await ids({ order: 'name' })).toEqual([other, one]);
    expect(await ids({ order: 'members' })).toEqual([other, one]);
    expect(await ids({ order: 'games', descending: 'true' })).toEqual([other, one]);
  });

  it('gives an empty page for a count of 0 and refuses more than 500', async () => {
    await buildTeam(test.db);
    const none = await test.call(routes.list, { as: admin, query: { count: 0 } });
    expect(none.body).toEqual({ data: [], length: 0, total: 1 });
    for (const query of [{ count: 501 }, { count: -1 }, { skip: -1 }]) {
      expectError(await test.call(routes.list, { as: admin, query }), 'request.invalid');
    }
  });
});

describe('POST /api/admin/teams/search', () => {
  const search = async (hint: string) => (await test.call(routes.search, { as: admin, query: { hint } })).body;

  it('looks for a part of the name in any case, and for the id', async () => {
    const [zebra, other] = [
      await buildTeam(test.db, { name: 'Zebra 7' }),
      await buildTeam(test.db, { name: '100%_\\' }),
    ];
    expect((await search('zEB')).data.map(({ id }) => id)).toEqual([zebra.team.id]);
    expect((await search(`${other.team.id}`)).data.map(({ id }) => id)).toContain(other.team.id);
    expect((await search('%_\\')).data.map(({ id }) => id)).toEqual([other.team.id]);
    for (const hint of ['_e', '99999999999', '-1', 'no-such-name']) expect((await search(hint)).total).toBe(0);
  });

  it('gives 30 at most and needs a hint', async () => {
    for (let index = 0; index < 31; index += 1)
      await buildTeam(test.db, { name: `herd ${index}`, captainId: admin.id });
    expect(await search('herd')).toMatchObject({ length: 30, total: 30 });
    expectError(await test.call(routes.search, { as: admin, query: { hint: ' ' } }), 'request.invalid');
    const without = { method: 'POST', url: '/api/admin/teams/search', as: admin } as const;
    expectError(await test.send(without), 'request.invalid');
  });
});

describe('PUT /api/admin/teams/:id', () => {
  it('changes what is given and leaves the rest', async () => {
    const { team } = await buildTeam(test.db, { bio: 'old' });
    expect(await update(team.id, { name: ' New ' })).toMatchObject({ status: 200, body: undefined });
    await update(team.id, { locked: true, name: '', bio: '' });
    expect(await stored(team.id)).toMatchObject({ name: 'New', bio: 'old', locked: true });
    await update(team.id, { locked: null, name: null, bio: 'new' });
    await update(team.id, {});
    expect(await stored(team.id)).toMatchObject({ name: 'New', bio: 'new', locked: true });
    await update(team.id, { locked: false });
    expect(await stored(team.id)).toMatchObject({ locked: false });
  });

  it('clears the text where asked to, and nothing that has another name', async () => {
    const { participation, team } = await buildParticipation(test.db, {
      built: await buildTeam(test.db, { bio: 'old' }),
    });
    const refused = await update(team.id, { clear: ['name'] } as never);
    expectError(refused, 'request.invalid');
    expect(refused.body).toMatchObject({ details: [{ path: 'clear.0' }] });
    await update(team.id, { clear: [] });
    await update(team.id, { clear: null });
    expect(await stored(team.id)).toMatchObject({ bio: 'old' });
    expect((await update(team.id, { name: '', bio: '', clear: ['bio'] })).status).toBe(200);
    expect(await stored(team.id)).toMatchObject({ name: team.name, bio: null });
    expect(await boardVersionsOf(test.deps, participation.gameId)).toEqual([1]);
    const entries = await test.db.select().from(auditEntries);
    expect(entries.at(-1)).toMatchObject({ before: { bio: 'old' }, after: { bio: null } });
  });

  describe('on a version', () => {
    const row = async (id: number) => {
      const { body } = await test.call(routes.list, { as: admin, query: { hint: `${id}` } });
      return body.data.find((one) => one.id === id) as (typeof body.data)[number];
    };

    it('refuses the second save on the same one, with what is stored, and changes nothing', async () => {
      const { team } = await buildTeam(test.db, { bio: 'old', membersCount: 2 });
      const { version } = await row(team.id);
      expect(await update(team.id, { bio: 'theirs', version })).toMatchObject({ status: 200, body: undefined });
      const refused = await update(team.id, { name: 'Mine', bio: 'mine', version });
      expectError(refused, 'request.outdated');
      const current = await row(team.id);
      const lastSave = { userName: admin.userName, time: expect.any(Number) };
      expect(refused).toMatchObject({ status: 409, body: { current, lastSave } });
      expect(current).toMatchObject({ name: team.name, bio: 'theirs', gameCount: 0 });
      expect(current.members).toHaveLength(2);
      expect(JSON.stringify(refused.body)).not.toContain(team.inviteToken);
      expect((await update(team.id, { bio: 'mine', version: current.version })).status).toBe(200);
    });

    it('does not say who saved where the captain did as well', async () => {
      const { team, captain } = await buildTeam(test.db, { bio: 'old' });
      const { version } = await row(team.id);
      await update(team.id, { bio: 'theirs', version });
      await test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body: { name: 'Own' } });
      const refused = await update(team.id, { bio: 'mine', version });
      expect(refused).toMatchObject({ status: 409, body: { current: { name: 'Own', bio: 'theirs' } } });
      expect(refused.body).not.toHaveProperty('lastSave');
    });

    it('lets one of many through', async () => {
      const { team } = await buildTeam(test.db);
      const { version } = await row(team.id);
      const saves = await Promise.all(
        Array.from({ length: 10 }, (_, at) => update(team.id, { bio: `${at}`, version })),
      );
      expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(saves.filter(({ status }) => status === 409)).toHaveLength(9);
    });

    it('changes with each field', async () => {
      const { team } = await buildTeam(test.db);
      const other = await buildAccount(test.db);
      await test.db.insert(teamMembers).values({ teamId: team.id, accountId: other.id });
      const versions = [(await row(team.id)).version];
      const changes: Changes[] = [
        { name: 'Other' },
        { bio: 'other' },
        { locked: true },
        { captainId: other.id },
        { clear: ['bio'] },
      ];
      for (const change of changes) {
        await update(team.id, change);
        versions.push((await row(team.id)).version);
      }
      expect(new Set(versions).size).toBe(6);
      expectError(await update(team.id, { bio: 'mine', version: versions.at(-2) }), 'request.outdated');
    });

    it('is not checked without one', async () => {
      const { team } = await buildTeam(test.db);
      for (const change of [{ bio: 'one' }, { bio: 'two', version: null }, { bio: 'three' }]) {
        expect((await update(team.id, change)).status).toBe(200);
      }
      expect(await stored(team.id)).toMatchObject({ bio: 'three' });
    });
  });

  it('hands the team to another member only', async () => {
    const { team, captain } = await buildTeam(test.db);
    const [other, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.insert(teamMembers).values({ teamId: team.id, accountId: other.id });
    expectError(await update(team.id, { captainId: stranger.id }), 'team.notMember');
    await update(team.id, { captainId: other.id });
    expect(await stored(team.id)).toMatchObject({ captainId: other.id });
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([{ before: { captainId: captain.id }, after: { captainId: other.id } }]);
  });

  it('normalises a new name and leaves one from before the rules when it is sent back', async () => {
    const { team } = await buildTeam(test.db, { name: ' Ｏld  Foxes' });
    await update(team.id, { name: team.name, bio: 'new' });
    expect(await stored(team.id)).toMatchObject({ name: team.name, bio: 'new' });
    await update(team.id, { name: ' Ｓtaff ' });
    expect(await stored(team.id)).toMatchObject({ name: 'Staff' });
  });

  it('has the boards of games that run show the new name, and writes it down', async () => {
    const { participation, team } = await buildParticipation(test.db);
    await update(team.id, { name: 'Renamed' });
    expect(await boardVersionsOf(test.deps, participation.gameId)).toEqual([1]);
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([
      { accountId: admin.id, action: 'team.update', target: `team:${team.id}`, before: { name: team.name } },
    ]);
    expect(entries[0]?.after).toEqual({ name: 'Renamed' });
  });

  it('refuses what does not fit and unknown teams', async () => {
    const { team } = await buildTeam(test.db);
    expectError(await update(team.id, { name: 'x'.repeat(21) }), 'request.invalid');
    expectError(await update(team.id, { name: 'Fo\u200bxes' }), 'request.invalid');
    expectError(await update(team.id, { bio: 'x'.repeat(73) }), 'request.invalid');
    const unknown = await update(999_999, { name: 'x' });
    expectError(unknown, 'team.unknown');
    expect(unknown.status).toBe(400);
    expectError(
      await test.send({ method: 'PUT', url: '/api/admin/teams/x', as: admin, payload: {} }),
      'request.notFound',
    );
  });
});

describe('DELETE /api/admin/teams/:id', () => {
  it('disbands a locked team in the middle of a game with all it did there', async () => {
    const { participation, team, captain } = await buildParticipation(test.db);
    await test.db.update(teams).set({ locked: true }).where(eq(teams.id, team.id));
    const { gameId } = participation;
    const other = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    const common = { gameId, challengeId: challenge.id, participationId: participation.id };
    const answer = { ...common, accountId: captain.id, answerHash: 'x', answerSealed: 'x', submittedAt: new Date() };
    const [submission] = await test.db.insert(submissions).values(answer).returning();
    const submissionId = submission?.id ?? 0;
    await test.db.insert(solves).values({ ...common, submissionId, accountId: captain.id, solvedAt: new Date() });
    await test.db.insert(cheatFindings).values({
      submissionId,
      gameId,
      submitParticipationId: participation.id,
      sourceParticipationId: other.participation.id,
    });
    await test.db
      .insert(containers)
      .values({ ...common, kind: 'Team', state: 'running', image: 'x', expiresAt: new Date() });

    expect(await remove(team.id)).toMatchObject({ status: 200, body: undefined });
    expect(await stored(team.id)).toBeUndefined();
    const left = await test.db.select().from(participations).where(eq(participations.gameId, gameId));
    expect(left.map(({ id }) => id)).toEqual([other.participation.id]);
    for (const table of [submissions, solves, cheatFindings, containers]) expect(await test.db.$count(table)).toBe(0);
    expect(await boardVersionsOf(test.deps, gameId)).toEqual([1]);
    expect((await jobsIn(test.deps, 'sweep')).map(({ name }) => name)).toContain('reconcile-containers');
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([{ action: 'team.delete', before: { name: team.name, captainId: captain.id } }]);
    expect(JSON.stringify(entries)).not.toContain(team.inviteToken);
  });

  it('knows no other teams', async () => {
    expectError(await remove(999_999), 'team.notFound');
    expectError(await remove(-1), 'team.notFound');
  });

  it('happens once when fifty delete, rename and lock at once', async () => {
    const { team } = await buildTeam(test.db, { membersCount: 3 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? remove(team.id) : update(team.id, { name: `name ${index}`, locked: index % 4 === 0 }),
      ),
    );
    const deleted = replies.filter((reply, index) => index % 2 && reply.status === 200);
    expect(deleted).toHaveLength(1);
    for (const [index, reply] of replies.entries()) {
      if (reply.status !== 200) expectError(reply, index % 2 ? 'team.notFound' : 'team.unknown');
    }
    expect(await stored(team.id)).toBeUndefined();
  });
});

describe('the teams of administrators', () => {
  it('are not for others', async () => {
    const { team, captain } = await buildTeam(test.db);
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const calls = [
      { method: 'GET', url: '/api/admin/teams' },
      { method: 'POST', url: '/api/admin/teams/search?hint=team' },
      { method: 'PUT', url: `/api/admin/teams/${team.id}`, payload: { locked: true } },
      { method: 'DELETE', url: `/api/admin/teams/${team.id}` },
    ] as const;
    for (const call of calls) {
      expectError(await test.send(call), 'account.unauthenticated');
      expectError(await test.send({ ...call, as: banned }), 'account.banned');
      for (const as of [captain, monitor]) {
        const reply = await test.send({ ...call, as });
        expectError(reply, 'account.forbidden');
        expect(JSON.stringify(reply.body)).not.toContain(team.name);
      }
    }
    expect(await stored(team.id)).toEqual(team);
  });
});
