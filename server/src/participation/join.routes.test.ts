import { createPublicKey, verify } from 'node:crypto';
import { challengeRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes } from '@vexil/contract/game';
import { participationRoutes } from '@vexil/contract/participation';
import { teamRoutes } from '@vexil/contract/team';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { divisions } from '@vexil/db/schema/division';
import { type GameRow, gameStaff } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { type BuiltTeam, buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf } from '../../testing/outbox';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const hour = 3_600_000;
const withoutReview = allPermissions & ~gamePermissions.RequireReview;

type Body = { teamId: number; divisionId?: number | null; inviteCode?: string | null };
const join = (as: AccountRow, game: GameRow, body: Body) =>
  test.call(participationRoutes.join, { as, params: { id: game.id }, body });
const leave = (as: AccountRow, game: GameRow) => test.call(participationRoutes.leave, { as, params: { id: game.id } });

async function stored(game: GameRow, built: BuiltTeam) {
  const [row] = await test.db
    .select()
    .from(participations)
    .where(and(eq(participations.gameId, game.id), eq(participations.teamId, built.team.id)));
  return row;
}

const registered = async (game: GameRow) =>
  (await test.db.select().from(participationMembers).where(eq(participationMembers.gameId, game.id))).map(
    ({ accountId }) => accountId,
  );

async function isLocked(built: BuiltTeam): Promise<boolean> {
  const [row] = await test.db.select().from(teams).where(eq(teams.id, built.team.id));
  return row?.locked ?? false;
}

async function buildDivision(game: GameRow, defaultPermissions = allPermissions, inviteCode: string | null = null) {
  const [row] = await test.db
    .insert(divisions)
    .values({ gameId: game.id, name: 'Open', defaultPermissions, inviteCode })
    .returning();
  if (!row) throw new Error('The division was not stored.');
  return row.id;
}

describe('POST /api/game/:id', () => {
  it('accepts at once without review, and locks the team', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db, { membersCount: 2 })];
    const reply = await join(built.captain, game, { teamId: built.team.id });
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(await stored(game, built)).toMatchObject({ status: 'Accepted', divisionId: null });
    expect(await registered(game)).toEqual([built.captain.id]);
    expect(await isLocked(built)).toBe(true);
  });

  it('waits for review, and does not lock the team', async () => {
    const [game, built] = [await buildGame(test.db, { acceptWithoutReview: false }), await buildTeam(test.db)];
    await join(built.captain, game, { teamId: built.team.id });
    expect(await stored(game, built)).toMatchObject({ status: 'Pending' });
    expect(await isLocked(built)).toBe(false);
  });

  it('issues a token that the public key verifies', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    await join(built.captain, game, { teamId: built.team.id });
    const teamToken = (await stored(game, built))?.token ?? '';
    expect(teamToken).toMatch(new RegExp(`^${built.team.id}:`));
    const body = { teamToken, publicKey: game.publicKey };
    expect((await test.call(teamRoutes.verify, { body })).status).toBe(200);
  });

  it("issues a token that anyone can verify with the organisers' public key", async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const body = { title: 'Signed', start: Date.now() - hour, end: Date.now() + hour, acceptWithoutReview: true };
    const { id, publicKey } = (await test.call(gameEditRoutes.create, { as: admin, body })).body;
    const { captain, team } = await buildTeam(test.db);
    await test.call(participationRoutes.join, { as: captain, params: { id }, body: { teamId: team.id } });
    const { teamToken } = (await test.call(challengeRoutes.details, { as: captain, params: { id } })).body;

    const [teamId, signature = ''] = teamToken.split(':');
    expect(teamId).toBe(`${team.id}`);
    expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==$/);
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const proves = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
    expect(proves(`GZCTF_TEAM_${team.id}`)).toBe(true);
    expect(proves(`GZCTF_TEAM_${team.id + 1}`)).toBe(false);
    expect((await test.call(teamRoutes.verify, { body: { teamToken, publicKey } })).status).toBe(200);
  });

  it('registers each member once', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db, { membersCount: 2 })];
    for (const member of built.members) expect((await join(member, game, { teamId: built.team.id })).status).toBe(200);
    expect(await registered(game)).toHaveLength(2);
    expectError(await join(built.captain, game, { teamId: built.team.id }), 'participation.alreadyJoined');
  });

  it('is open before the start and in practice, and closed after the end', async () => {
    const built = await buildTeam(test.db);
    const at = (startsIn: number, practiceMode: boolean) =>
      buildGame(test.db, { startAt: new Date(Date.now() + startsIn * hour), practiceMode });
    expect((await join(built.captain, await at(5, false), { teamId: built.team.id })).status).toBe(200);
    expect((await join(built.captain, await at(-5, true), { teamId: built.team.id })).status).toBe(200);
    const closed = await join(built.captain, await at(-5, false), { teamId: built.team.id });
    expectError(closed, 'game.ended');
    expect(closed.body).toMatchObject({ status: 10002 });
  });

  it('refuses unknown games, teams and memberships', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    const missing = { ...game, id: 999_999 };
    expectError(await join(built.captain, missing, { teamId: built.team.id }), 'game.notFound');
    expectError(await join(built.captain, game, { teamId: 999_999 }), 'participation.teamNotFound');
    expectError(await join(built.captain, game, { teamId: 2 ** 40 }), 'request.invalid');
    const stranger = await buildAccount(test.db);
    expectError(await join(stranger, game, { teamId: built.team.id }), 'participation.notTeamMember');
    expectError(
      await test.call(participationRoutes.join, { params: { id: game.id }, body: { teamId: 1 } }),
      'account.unauthenticated',
    );
  });

  it('refuses staff of the game', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: built.captain.id, role: 'observer' });
    expectError(await join(built.captain, game, { teamId: built.team.id }), 'participation.isStaff');
    expect((await join(built.captain, await buildGame(test.db), { teamId: built.team.id })).status).toBe(200);
  });

  it.each(['Monitor', 'Admin'] as const)(
    'refuses an account of role %s, which sees the answers of every game',
    async (role) => {
      const captain = await buildAccount(test.db, { role });
      const [game, built] = [await buildGame(test.db), await buildTeam(test.db, { captainId: captain.id })];
      const reply = await join(captain, game, { teamId: built.team.id });
      expectError(reply, 'participation.staffCannotPlay');
      expect(reply.body).toMatchObject({ status: 400, title: expect.stringContaining('cannot play') });
      expect(await stored(game, built)).toBeUndefined();
      expect(await registered(game)).toEqual([]);
    },
  );

  it('requires the exact code of the game', async () => {
    const [game, built] = [await buildGame(test.db, { inviteCode: 'OpenSesame' }), await buildTeam(test.db)];
    const teamId = built.team.id;
    for (const inviteCode of [undefined, null, '', 'opensesame', 'OpenSesame ']) {
      const body = inviteCode === undefined ? { teamId } : { teamId, inviteCode };
      const reply = await join(built.captain, game, body);
      expectError(reply, 'participation.inviteCodeWrong');
      expect(JSON.stringify(reply.body)).not.toContain('OpenSesame');
    }
    expect((await join(built.captain, game, { teamId, inviteCode: 'OpenSesame' })).status).toBe(200);
  });

  it('takes code and review from the chosen division', async () => {
    const game = await buildGame(test.db, { inviteCode: 'GameCode', acceptWithoutReview: false });
    const free = await buildDivision(game, withoutReview);
    const coded = await buildDivision(game, allPermissions, 'DivisionCode');
    const [one, two] = [await buildTeam(test.db), await buildTeam(test.db)];
    expect((await join(one.captain, game, { teamId: one.team.id, divisionId: free })).status).toBe(200);
    expect(await stored(game, one)).toMatchObject({ status: 'Accepted', divisionId: free });
    const body = { teamId: two.team.id, divisionId: coded };
    expectError(await join(two.captain, game, { ...body, inviteCode: 'GameCode' }), 'participation.inviteCodeWrong');
    expect((await join(two.captain, game, { ...body, inviteCode: 'DivisionCode' })).status).toBe(200);
    expect(await stored(game, two)).toMatchObject({ status: 'Pending', divisionId: coded });
  });

  it('requires a division that can be joined', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    const open = await buildDivision(game);
    const closed = await buildDivision(game, allPermissions & ~gamePermissions.JoinGame);
    const foreign = await buildDivision(await buildGame(test.db));
    const teamId = built.team.id;
    expectError(await join(built.captain, game, { teamId }), 'participation.divisionRequired');
    for (const divisionId of [closed, foreign, 999_999]) {
      expectError(await join(built.captain, game, { teamId, divisionId }), 'participation.divisionNotJoinable');
    }
    expect((await join(built.captain, game, { teamId, divisionId: open })).status).toBe(200);
  });

  it('keeps a team in the division of its first member', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db, { membersCount: 2 })];
    const [first, second] = [await buildDivision(game), await buildDivision(game)];
    const [captain, member] = built.members as [AccountRow, AccountRow];
    await join(captain, game, { teamId: built.team.id, divisionId: first });
    const other = await join(member, game, { teamId: built.team.id, divisionId: second });
    expectError(other, 'participation.divisionFixed');
    expect((await join(member, game, { teamId: built.team.id, divisionId: first })).status).toBe(200);
  });

  it('ignores the division where none can be joined', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    await buildDivision(game, 0);
    await join(built.captain, game, { teamId: built.team.id, divisionId: 12345 });
    expect(await stored(game, built)).toMatchObject({ divisionId: null });
  });

  it('refuses a suspended team', async () => {
    const built = await buildTeam(test.db, { membersCount: 2 });
    const game = await buildGame(test.db);
    const one = { ...built, members: built.members.slice(0, 1) };
    await buildParticipation(test.db, { built: one, gameId: game.id, status: 'Suspended' });
    const reply = await join(built.members[1] as AccountRow, game, { teamId: built.team.id });
    expectError(reply, 'participation.teamSuspended');
    expect(await stored(game, built)).toMatchObject({ status: 'Suspended' });
  });

  it('lets a rejected team join again, in another division', async () => {
    const built = await buildTeam(test.db);
    const game = await buildGame(test.db);
    const { participation } = await buildParticipation(test.db, { built, gameId: game.id, status: 'Rejected' });
    const division = await buildDivision(game);
    expect((await join(built.captain, game, { teamId: built.team.id, divisionId: division })).status).toBe(200);
    expect(await stored(game, built)).toMatchObject({
      id: participation.id,
      status: 'Pending',
      divisionId: division,
      token: participation.token,
    });
    expect(await registered(game)).toEqual([built.captain.id]);
  });

  it('lets members of a rejected team join with another team', async () => {
    const built = await buildTeam(test.db);
    const game = await buildGame(test.db);
    await buildParticipation(test.db, { built, gameId: game.id, status: 'Rejected' });
    const other = await buildTeam(test.db, { captainId: built.captain.id });
    expect((await join(built.captain, game, { teamId: other.team.id })).status).toBe(200);
    expect(await registered(game)).toEqual([built.captain.id]);
  });

  it('updates the scoreboard and notifies the team', async () => {
    const [game, built] = [await buildGame(test.db), await buildTeam(test.db)];
    await join(built.captain, game, { teamId: built.team.id });
    expect(await boardVersionsOf(test.deps, game.id)).toEqual([1]);
    const participation = await stored(game, built);
    const [said] = await test.deps.redis.xrange(
      `${test.deps.keyPrefix}live:stream:participation:${participation?.id}`,
      '-',
      '+',
    );
    expect(said?.[1]?.[1]).toContain('"Accepted"');
  });
});

describe('fifty concurrent joins', () => {
  it('fill a team exactly to the limit', async () => {
    const game = await buildGame(test.db, { teamMemberCountLimit: 7 });
    const built = await buildTeam(test.db, { membersCount: 50 });
    const replies = await Promise.all(built.members.map((member) => join(member, game, { teamId: built.team.id })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectError(reply, 'participation.memberLimit');
    expect(refused[0]?.body).toMatchObject({ title: expect.stringContaining('7 players') });
    expect(await registered(game)).toHaveLength(7);
  });

  it('get one account into one team', async () => {
    const account = await buildAccount(test.db);
    const game = await buildGame(test.db);
    const built = await Promise.all(Array.from({ length: 50 }, () => buildTeam(test.db)));
    await test.db.insert(teamMembers).values(built.map(({ team }) => ({ teamId: team.id, accountId: account.id })));
    const replies = await Promise.all(built.map(({ team }) => join(account, game, { teamId: team.id })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectError(reply, 'participation.alreadyJoined');
    }
    expect(await registered(game)).toEqual([account.id]);
    const rows = await test.db.select().from(participations).where(eq(participations.gameId, game.id));
    expect(rows).toHaveLength(1);
  });

  it('respect the member limit and the lock while others leave and are removed', async () => {
    const game = await buildGame(test.db, { teamMemberCountLimit: 5 });
    const built = await buildTeam(test.db, { membersCount: 20 });
    await Promise.all(
      built.members.flatMap((member, index) => [
        join(member, game, { teamId: built.team.id }),
        index > 0 ? test.call(teamRoutes.leave, { as: member, params: { id: built.team.id } }) : undefined,
      ]),
    );
    const inGame = await registered(game);
    const inTeam = await test.db.select().from(teamMembers).where(eq(teamMembers.teamId, built.team.id));
    expect(inGame.length).toBeLessThanOrEqual(5);
    const members = new Set(inTeam.map(({ accountId }) => accountId));
    expect(inGame.filter((accountId) => !members.has(accountId))).toEqual([]);
  });
});

describe('DELETE /api/game/:id', () => {
  it('removes a registration, and the participation with the last one', async () => {
    const game = await buildGame(test.db);
    const built = await buildTeam(test.db, { membersCount: 2 });
    await buildParticipation(test.db, { built, gameId: game.id, status: 'Pending' });
    expect((await leave(built.captain, game)).status).toBe(200);
    expect(await stored(game, built)).toBeDefined();
    expect((await leave(built.members[1] as AccountRow, game)).status).toBe(200);
    expect(await stored(game, built)).toBeUndefined();
    expectError(await leave(built.captain, game), 'participation.missing');
  });

  it.each(['Accepted', 'Suspended'] as const)('refuses to remove a team that is %s', async (status) => {
    const game = await buildGame(test.db);
    const { captain } = await buildParticipation(test.db, { gameId: game.id, status });
    expectError(await leave(captain, game), 'participation.cannotLeave');
  });

  it('lets a rejected team leave', async () => {
    const game = await buildGame(test.db);
    const { captain } = await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' });
    expect((await leave(captain, game)).status).toBe(200);
  });

  it('refuses unknown games', async () => {
    const account = await buildAccount(test.db);
    const missing = { ...(await buildGame(test.db)), id: 999_999 };
    expectError(await leave(account, missing), 'game.notFound');
  });
});

describe('GET /api/game/:id/check', () => {
  it('lists joinable divisions and joined teams', async () => {
    const game = await buildGame(test.db);
    const [open, closed] = [await buildDivision(game), await buildDivision(game, 0)];
    const built = await buildTeam(test.db, { membersCount: 2 });
    const [captain, member] = built.members as [AccountRow, AccountRow];
    await buildParticipation(test.db, {
      built: { ...built, members: [captain] },
      gameId: game.id,
      divisionId: closed,
      status: 'Pending',
    });
    await buildParticipation(test.db, { gameId: game.id, divisionId: open });
    const check = (as: AccountRow) => test.call(participationRoutes.check, { as, params: { id: game.id } });
    const expected = {
      joinedTeams: [{ id: built.team.id, division: closed }],
      joinableDivisions: [open],
      openDivisions: [],
    };
    expect((await check(member)).body).toEqual(expected);
    expect((await check(await buildAccount(test.db))).body).toEqual({
      joinedTeams: [],
      joinableDivisions: [open],
      openDivisions: [],
    });
    expectError(await test.call(participationRoutes.check, { as: member, params: { id: 999_999 } }), 'game.notFound');
  });
});
