import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { participationRoutes } from '@vexil/contract/participation';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { teamRoutes } from '@vexil/contract/team';
import { teamAdminRoutes } from '@vexil/contract/team-admin';
import type { AccountRow } from '@vexil/db/schema/account';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { type BuiltTeam, buildTeam } from '@vexil/db/testing/team';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const join = ({ team, captain }: BuiltTeam, gameId: number) =>
  test.call(participationRoutes.join, { as: captain, params: { id: gameId }, body: { teamId: team.id } });
const rename = ({ team, captain }: BuiltTeam, name: string) =>
  test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body: { name } });
const review = (id: number, status: 'Accepted' | 'Suspended') =>
  test.call(participationRoutes.update, { as: admin, params: { id }, body: { status } });

/** Accepted as a server from before the rule stores it. */
async function buildPlaying(name: string) {
  const game = await buildGame(test.db, { acceptWithoutReview: true });
  const built = await buildTeam(test.db, { name });
  return { game, ...(await buildParticipation(test.db, { built, gameId: game.id })) };
}

describe('names of the accepted teams of a game', () => {
  it.each(['Night Owls', 'night owls', 'N1ght 0wls', 'Night-Owls', 'Nіght Owls', 'Ｎight Owls'])(
    'keep a team called %j from joining',
    async (name) => {
      const { game } = await buildPlaying('Night Owls');
      const rival = await buildTeam(test.db, { name });
      expectError(await join(rival, game.id), 'team.nameTaken');
      expect((await join(await buildTeam(test.db, { name: 'Day Owls' }), game.id)).status).toBe(200);
      expect((await join(rival, (await buildPlaying('Others')).game.id)).status).toBe(200);
    },
  );

  it('are compared as they are without letters and digits', async () => {
    const { game } = await buildPlaying('★★');
    expect((await join(await buildTeam(test.db, { name: '★' }), game.id)).status).toBe(200);
    expectError(await join(await buildTeam(test.db, { name: '★★' }), game.id), 'team.nameTaken');
  });

  it('keep captains and administrators from renaming, and the board from showing two of one name', async () => {
    const { game } = await buildPlaying('Leaders');
    const rival = await buildTeam(test.db, { name: 'Rivals' });
    expect((await join(rival, game.id)).status).toBe(200);
    expectError(await rename(rival, 'Leaders'), 'team.nameTaken');
    const params = { id: rival.team.id };
    const body = { name: 'leaders' };
    expectError(await test.call(teamAdminRoutes.update, { as: admin, params, body }), 'team.nameTaken');
    const board = await test.call(scoreboardRoutes.get, { params: { id: game.id } });
    expect(board.body.items.map(({ name }) => name).sort()).toEqual(['Leaders', 'Rivals']);
    expect((await rename(rival, 'RIVALS')).status).toBe(200);
    expect((await rename(rival, 'Followers')).status).toBe(200);
    expect((await join(await buildTeam(test.db, { name: 'Rivals' }), game.id)).status).toBe(200);
  });

  it('are settled when a team is accepted or a suspension ends', async () => {
    const { game, participation } = await buildPlaying('Twins');
    const built = await buildTeam(test.db, { name: 'twins' });
    const twin = await buildParticipation(test.db, { built, gameId: game.id, status: 'Pending' });
    expectError(await review(twin.participation.id, 'Accepted'), 'team.nameTaken');
    expect((await review(participation.id, 'Suspended')).status).toBe(200);
    expect((await review(twin.participation.id, 'Accepted')).status).toBe(200);
    expectError(await review(participation.id, 'Accepted'), 'team.nameTaken');
  });

  it('hold for a merged team', async () => {
    const { game } = await buildPlaying('Merged');
    const from = await buildTeam(test.db);
    await buildParticipation(test.db, { built: from, gameId: game.id });
    const into = await buildTeam(test.db, { name: 'MERGED' });
    const body = { intoTeamId: into.team.id };
    const reply = await test.call(teamAdminRoutes.merge, { as: admin, params: { id: from.team.id }, body });
    expectError(reply, 'team.nameTaken');
  });

  it('are of one team, however many join, rename and are accepted at once', async () => {
    const { game } = await buildPlaying('Founders');
    const joining = await Promise.all(Array.from({ length: 8 }, () => buildTeam(test.db, { name: 'Same' })));
    const renaming = await Promise.all(Array.from({ length: 8 }, () => buildTeam(test.db)));
    for (const built of renaming) await buildParticipation(test.db, { built, gameId: game.id });
    const waiting = [];
    for (let count = 0; count < 8; count += 1) {
      const built = await buildTeam(test.db, { name: 'SAME' });
      waiting.push(await buildParticipation(test.db, { built, gameId: game.id, status: 'Pending' }));
    }
    const replies = await Promise.all([
      ...joining.map((built) => join(built, game.id)),
      ...renaming.map((built) => rename(built, 'same')),
      ...waiting.map(({ participation }) => review(participation.id, 'Accepted')),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'team.nameTaken');
  });

  it('that two had before the rule stay, and the first keeps it', async () => {
    const { game, participation, ...first } = await buildPlaying('Old Name');
    const second = await buildTeam(test.db, { name: 'Old Name' });
    await buildParticipation(test.db, { built: second, gameId: game.id });
    expect((await join(await buildTeam(test.db), game.id)).status).toBe(200);
    const rows = await test.db.select().from(participations).where(eq(participations.gameId, game.id));
    expect(rows.filter(({ nameKey }) => nameKey === null)).toEqual([]);
    expect(rows.find(({ id }) => id === participation.id)?.updatedAt).toEqual(participation.updatedAt);
    expect((await rename(first, 'OLD NAME')).status).toBe(200);
    expectError(await rename(second, 'old name'), 'team.nameTaken');
  });

  it('of imported teams get a number where a team has one', async () => {
    await buildTeam(test.db, { name: 'Twenty Letters Nam 1' });
    const row = (userName: string, teamName: string) => ({
      ...{ userName, teamName, password: 'Imp0rted', email: `${userName}@example.test` },
    });
    const body = [row('imp1', 'Twenty Letters Nam I'), row('imp2', 'Fresh'), row('imp3', 'FRESH')];
    expect((await test.call(accountAdminRoutes.import, { as: admin, body })).status).toBe(200);
    const names = (await test.db.select().from(teams).orderBy(asc(teams.id))).slice(-3).map(({ name }) => name);
    expect(names).toEqual(['Twenty Letters Nam 2', 'Fresh', 'FRESH 2']);
  });
});

describe('a team that an administrator has unlocked in a running game', () => {
  it('is not disbanded by its captain, lets members go, and is locked again by a member who joins', async () => {
    const built = await buildTeam(test.db, { membersCount: 3 });
    const game = await buildGame(test.db, { acceptWithoutReview: true });
    const params = { id: built.team.id };
    const [captain, leaver, joiner] = built.members as [AccountRow, AccountRow, AccountRow];
    await join(built, game.id);
    const body = { locked: false };
    expect((await test.call(teamAdminRoutes.update, { as: admin, params, body })).status).toBe(200);
    expectError(await test.call(teamRoutes.delete, { as: captain, params }), 'team.locked');
    expect((await test.call(teamRoutes.leave, { as: leaver, params })).status).toBe(200);
    expect((await join({ ...built, captain: joiner }, game.id)).status).toBe(200);
    expect((await test.call(teamRoutes.get, { params })).body.locked).toBe(true);
    expectError(await test.call(teamRoutes.leave, { as: joiner, params }), 'team.locked');
  });
});
