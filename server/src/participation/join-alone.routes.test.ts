import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { participationRoutes } from '@vexil/contract/participation';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { teamRoutes } from '@vexil/contract/team';
import { captainTeamsMax } from '@vexil/contract/team.limits';
import { teamAdminRoutes } from '@vexil/contract/team-admin';
import { allPermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { divisions } from '@vexil/db/schema/division';
import type { GameRow } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let game: GameRow;
let player: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db, { individual: true, startAt: new Date(Date.now() - 3_600_000) });
  player = await buildAccount(test.db);
});

type Body = { teamId?: number; divisionId?: number | null; inviteCode?: string | null };
const join = (as: AccountRow, body: Body = {}, id = game.id) =>
  test.call(participationRoutes.join, { as, params: { id }, body });
const own = async (as = player) => (await test.call(gameRoutes.get, { as, params: { id: game.id } })).body;
const solo = (as = player) => test.db.select().from(teams).where(eq(teams.soloOf, as.id));

describe('a game that is joined alone', () => {
  it('takes an account without a team, under its name', async () => {
    expect((await join(player)).status).toBe(200);
    expect(await own()).toMatchObject({ status: 'Accepted', teamName: player.userName, individual: true, limit: 1 });
    expectError(await join(player), 'participation.alreadyJoined');
    const board = await test.call(scoreboardRoutes.get, { params: { id: game.id } });
    expect(board.body.items.map(({ name }) => name)).toEqual([player.userName]);
  });

  it('shows no team, which cannot be changed either', async () => {
    await join(player);
    const [team] = await solo();
    const params = { id: team?.id ?? 0 };
    expect((await test.call(teamRoutes.list, { as: player })).body).toEqual([]);
    expect((await test.call(gameRoutes.mine, { as: player })).body).toMatchObject({
      hasTeam: false,
      games: [{ id: game.id }],
    });
    for (const call of [
      test.call(teamRoutes.get, { as: player, params }),
      test.call(teamRoutes.update, { as: player, params, body: { name: 'Other' } }),
      test.call(teamRoutes.invite, { as: player, params }),
      test.call(teamRoutes.leave, { as: player, params }),
      test.call(teamRoutes.delete, { as: player, params }),
    ])
      expectError(await call, 'team.notFound');
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const query = { hint: player.userName };
    expect((await test.call(teamAdminRoutes.search, { as: admin, body: undefined, query })).body.data).toEqual([]);
    expectError(await test.call(teamAdminRoutes.delete, { as: admin, params }), 'team.notFound');
    // The own team of such a game is none for another one.
    const other = await buildGame(test.db);
    expectError(await join(player, { teamId: params.id }, other.id), 'participation.teamNotFound');
  });

  it('does not count towards the teams that an account may lead', async () => {
    const name = (at: number) => `${player.userName} ${at}`;
    await join(player);
    for (let at = 0; at < captainTeamsMax; at += 1)
      expect((await test.call(teamRoutes.create, { as: player, body: { name: name(at) } })).status).toBe(200);
    game = await buildGame(test.db, { individual: true });
    expect((await join(player)).status).toBe(200);
  });

  it('takes no team, and other games need one', async () => {
    const { captain, team } = await buildTeam(test.db);
    expectError(await join(captain, { teamId: team.id }), 'participation.joinedAlone');
    game = await buildGame(test.db);
    expectError(await join(captain), 'participation.teamNotFound');
    expect(await test.db.select().from(participations).where(eq(participations.gameId, game.id))).toEqual([]);
  });

  it('asks for division and code as others do', async () => {
    const values = { gameId: game.id, name: 'Open', defaultPermissions: allPermissions, inviteCode: 'sesame' };
    const [division] = await test.db.insert(divisions).values(values).returning();
    const divisionId = division?.id ?? 0;
    expectError(await join(player), 'participation.divisionRequired');
    expectError(await join(player, { divisionId, inviteCode: 'open' }), 'participation.inviteCodeWrong');
    expect(await solo()).toEqual([]);
    expect((await join(player, { divisionId, inviteCode: 'sesame' })).status).toBe(200);
    expect(await own()).toMatchObject({ status: 'Pending', division: divisionId });
  });

  it('tells names that look alike apart, and follows a new name and picture', async () => {
    await test.db.update(teams).set({ name: 'x' });
    const rival = await buildAccount(test.db, { userName: 'Paypal' });
    const other = await buildAccount(test.db, { userName: 'PaypaI' });
    for (const one of [rival, other, player]) await join(one);
    expect([(await own(rival)).teamName, (await own(other)).teamName]).toEqual(['Paypal', 'PaypaI 2']);
    const rename = (userName: string) => test.call(accountRoutes.update, { as: player, body: { userName } });
    expect((await rename('paypal1')).status).toBe(200);
    expect((await own()).teamName).toMatch(/^paypal1/);
    expect((await rename('Someone')).status).toBe(200);
    expect((await own()).teamName).toBe('Someone');
    test.deps.boards.expire(game.id);
    const board = await test.call(scoreboardRoutes.get, { params: { id: game.id } });
    expect(board.body.items.map(({ name }) => name).sort()).toEqual(['PaypaI 2', 'Paypal', 'Someone']);
  });

  it('forgets who leaves before a decision, and keeps who asks again', async () => {
    game = await buildGame(test.db, { individual: true, acceptWithoutReview: false });
    await join(player);
    await test.call(participationRoutes.leave, { as: player, params: { id: game.id } });
    expect(await solo()).toEqual([]);
    await join(player);
    const [before] = await solo();
    await test.db.update(participations).set({ status: 'Rejected' }).where(eq(participations.gameId, game.id));
    expect((await join(player)).status).toBe(200);
    expect((await solo()).map(({ id }) => id)).toEqual([before?.id]);
    expect((await own()).status).toBe('Pending');
  });

  it('takes fifty requests at once for one', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await join(player)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await solo()).toHaveLength(1);
  });

  it('loses who is deleted, with its place', async () => {
    await join(player);
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const deleted = await test.call(accountAdminRoutes.delete, { as: admin, params: { userId: player.id } });
    expect(deleted.status).toBe(200);
    expect(await solo()).toEqual([]);
    expect(await test.db.select().from(participations).where(eq(participations.gameId, game.id))).toEqual([]);
  });

  it('stays what it is once a player has joined', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const set = (individual: boolean) =>
      test.call(gameEditRoutes.update, { as: admin, params: { id: game.id }, body: { individual } });
    expect((await set(false)).body).toMatchObject({ individual: false });
    expect((await set(true)).body).toMatchObject({ individual: true });
    await join(player);
    expect((await set(true)).status).toBe(200);
    expectError(await set(false), 'game.hasTeams');
  });
});
