import type { ErrorCode } from '@vexil/contract/errors';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { gamePageRoutes } from '@vexil/contract/game-page';
import { packageRoutes } from '@vexil/contract/package';
import { participationRoutes as routes } from '@vexil/contract/participation';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { type GameRow, games, type NewGameRow } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const field = (given: Partial<OwnField> = {}): OwnField => ({
  ...{ id: 'school', name: 'School', kind: 'Text', choices: [], required: false, visibility: 'Staff' },
  ...given,
});
const school = field({ required: true });
const size = field({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'], visibility: 'Public' });
const fields = [school, size];

type Given = Record<string, string | boolean | null>;
const inGame = (as: AccountRow | undefined, { id }: GameRow) => ({ params: { id }, ...(as && { as }) });
const gameOf = async (as: AccountRow | undefined, game: GameRow) =>
  (await test.call(gameRoutes.get, inGame(as, game))).body;
const join = (as: AccountRow, game: GameRow, body: { teamId?: number; fields?: Given | null }) =>
  test.call(routes.join, { ...inGame(as, game), body });
const answer = (as: AccountRow, game: GameRow, given?: Given) =>
  test.call(routes.answerFields, { ...inGame(as, game), body: { fields: given } });
const change = (game: GameRow, body: object) => test.call(gameEditRoutes.update, { ...inGame(admin, game), body });
const storedOf = async ({ id }: AccountRow, game: GameRow) =>
  (
    await test.db
      .select()
      .from(participationMembers)
      .where(and(eq(participationMembers.gameId, game.id), eq(participationMembers.accountId, id)))
  )[0]?.fields;

function refusesWith(reply: TestReply<unknown>, code: ErrorCode, path: string, title?: string): void {
  expectError(reply, code);
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ details: [{ path }], ...(title && { title: expect.stringContaining(title) }) });
}

async function buildJoined(values: Partial<NewGameRow> = {}, given: Given = { school: 'North', size: 'M' }) {
  const game = await buildGame(test.db, { fields, acceptWithoutReview: true, ...values });
  const { team, captain } = await buildTeam(test.db);
  expect((await join(captain, game, { teamId: team.id, fields: given })).status).toBe(200);
  return { game, team, captain };
}

describe('joining', () => {
  it('asks nothing where the game has no fields', async () => {
    const { game, captain } = await buildJoined({ fields: [] }, {});
    expect(await storedOf(captain, game)).toEqual({});
    expect(await gameOf(captain, game)).toMatchObject({ fields: [], fieldValues: [] });
  });

  it('stores what each member answers, and shows it to the member alone', async () => {
    const game = await buildGame(test.db, { fields });
    expect(await gameOf(undefined, game)).toMatchObject({ fields, fieldValues: [] });
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const other = members.find(({ id }) => id !== captain.id) ?? captain;
    await join(captain, game, { teamId: team.id, fields: { school: 'North', size: 'M' } });
    await join(other, game, { teamId: team.id, fields: { school: 'South' } });
    const own = [{ id: 'school', name: 'School', value: 'South' }];
    expect((await gameOf(other, game)).fieldValues).toEqual(own);
    const page = await test.call(gamePageRoutes.get, inGame(other, game));
    expect(page.body.game.fieldValues).toEqual(own);
    expect((await gameOf(captain, game)).fieldValues).toHaveLength(2);
    expect((await gameOf(admin, game)).fieldValues).toEqual([]);
  });

  it.each<[string, Given | null | undefined, ErrorCode, string]>([
    ['nothing', undefined, 'account.fieldRequired', 'School'],
    ['a null', { school: null }, 'account.fieldRequired', 'School'],
    ['a choice that there is not', { school: 'x', size: 'L' }, 'account.fieldInvalid', 'Size'],
    ['an invisible character', { school: 'a\u200bb' }, 'account.fieldInvalid', 'School'],
    ['a field that there is not', { school: 'x', constructor: 'y' }, 'account.fieldInvalid', 'constructor'],
  ])('is refused with %s, by the name of the field, and nothing is stored', async (_, given, code, name) => {
    const game = await buildGame(test.db, { fields });
    const { team, captain } = await buildTeam(test.db);
    const id = fields.find((one) => one.name === name)?.id ?? name;
    const reply = await join(captain, game, { teamId: team.id, ...(given !== undefined && { fields: given }) });
    refusesWith(reply, code, `fields.${id}`, name);
    expect(await test.db.$count(participations, eq(participations.gameId, game.id))).toBe(0);
  });

  it('asks who joins alone, too', async () => {
    const game = await buildGame(test.db, { fields, individual: true });
    const player = await buildAccount(test.db);
    refusesWith(await join(player, game, {}), 'account.fieldRequired', 'fields.school');
    expect((await join(player, game, { fields: { school: 'x' } })).status).toBe(200);
    expect(await storedOf(player, game)).toEqual({ school: 'x' });
  });
});

describe('PUT /api/game/:id/fields', () => {
  it('changes own answers until the end, also where another field was added', async () => {
    const { game, captain } = await buildJoined();
    expect((await answer(captain, game, { school: 'South' })).status).toBe(200);
    expect(await storedOf(captain, game)).toEqual({ school: 'South', size: 'M' });
    expect(
      (await change(game, { fields: [...fields, field({ id: 'age', name: 'Age', required: true })] })).status,
    ).toBe(200);
    refusesWith(await answer(captain, game, {}), 'account.fieldRequired', 'fields.age', 'Age');
    // The page asks; other calls go on.
    expect((await gameOf(captain, game)).fieldValues).toHaveLength(2);
    expect((await answer(captain, game, { age: '16' })).status).toBe(200);
    refusesWith(await answer(captain, game, { school: '' }), 'account.fieldRequired', 'fields.school');
    await test.db
      .update(games)
      .set({ startAt: new Date(1000), endAt: new Date(2000) })
      .where(eq(games.id, game.id));
    await test.db.update(games).set({ practiceMode: false }).where(eq(games.id, game.id));
    expectError(await answer(captain, game, { school: 'x' }), 'game.ended');
    expect(await storedOf(captain, game)).toEqual({ school: 'South', size: 'M', age: '16' });
  });

  it('keeps a choice that was removed, and takes it from no other', async () => {
    const { game, captain } = await buildJoined();
    await change(game, { fields: [school, { ...size, choices: ['S'] }] });
    expect((await gameOf(captain, game)).fieldValues).toContainEqual({ id: 'size', name: 'Size', value: 'M' });
    expect((await answer(captain, game, { size: 'M' })).status).toBe(200);
    await answer(captain, game, { size: 'S' });
    refusesWith(await answer(captain, game, { size: 'M' }), 'account.fieldInvalid', 'fields.size');
  });

  it('is for participants of games that the caller sees', async () => {
    const { game } = await buildJoined();
    const stranger = await buildAccount(test.db);
    expectError(await answer(stranger, game, { school: 'x' }), 'participation.missing');
    const hidden = await buildGame(test.db, { fields, hidden: true });
    expectError(await answer(stranger, hidden, { school: 'x' }), 'game.notFound');
  });

  it('keeps one answer of fifty equal requests at once', async () => {
    const { game, captain } = await buildJoined();
    const replies = await Promise.all(Array.from({ length: 50 }, () => answer(captain, game, { school: 'East' })));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await storedOf(captain, game)).toEqual({ school: 'East', size: 'M' });
  });
});

describe('the review', () => {
  it('shows the answers of registered members to the game and to the platform', async () => {
    const { game, captain } = await buildJoined();
    await test.db.insert(configEntries).values({
      key: 'accountPolicy.fields',
      value: JSON.stringify([field({ id: 'country', name: 'Country' })]),
    });
    await test.db
      .update(accounts)
      .set({ fields: { country: 'FR' } })
      .where(eq(accounts.id, captain.id));
    const { body } = await test.call(routes.list, inGame(admin, game));
    expect(body[0]?.memberFields).toEqual([
      {
        userId: captain.id,
        fields: [
          { id: 'school', name: 'School', value: 'North' },
          { id: 'size', name: 'Size', value: 'M' },
        ],
      },
    ]);
    expect(body[0]?.team.members[0]?.fields).toEqual([{ id: 'country', name: 'Country', value: 'FR' }]);
    await test.db.delete(configEntries);
  });
});

describe('GET /api/game/:id/teams/:teamId/fields', () => {
  const read = (game: GameRow, teamId: number, as?: AccountRow) =>
    test.call(routes.publicFields, { params: { id: game.id, teamId }, ...(as && { as }) });
  const started = { startAt: new Date(Date.now() - 60_000) };

  it('shows what is public, of the platform and of the game, and nothing else', async () => {
    const { game, team, captain } = await buildJoined(started);
    const country = field({ id: 'country', name: 'Country', visibility: 'Public' });
    await test.db.insert(configEntries).values({
      key: 'accountPolicy.fields',
      value: JSON.stringify([country, field({ id: 'secret', name: 'Secret' })]),
    });
    const given: FieldValues = { country: 'FR', secret: 'x' };
    await test.db.update(accounts).set({ fields: given }).where(eq(accounts.id, captain.id));
    const { body } = await read(game, team.id);
    expect(body).toEqual([
      {
        userName: captain.userName,
        fields: [
          { id: 'country', name: 'Country', value: 'FR' },
          { id: 'size', name: 'Size', value: 'M' },
        ],
      },
    ]);
    await test.db.delete(configEntries);
    expect((await read(game, team.id)).body[0]?.fields).toHaveLength(1);
  });

  it('shows nothing of a team that is not on the scoreboard, of another game, or without public answers', async () => {
    const { game, team } = await buildJoined({ ...started, acceptWithoutReview: false });
    expectError(await read(game, team.id), 'participation.teamNotFound');
    const other = await buildJoined(started, { school: 'North' });
    expect((await read(other.game, other.team.id)).body).toEqual([]);
    for (const id of [team.id, 0, 2_147_483_647]) {
      expectError(await read(other.game, id), 'participation.teamNotFound');
    }
  });

  it('is for those who see the scoreboard', async () => {
    const { game, team, captain } = await buildJoined(started);
    const set = (values: Partial<NewGameRow>) => test.db.update(games).set(values).where(eq(games.id, game.id));
    await change(game, { boardVisibility: 'Participants' });
    expectError(await read(game, team.id), 'scoreboard.notVisible');
    expect((await read(game, team.id, captain)).body).toHaveLength(1);
    await change(game, { boardVisibility: 'Everyone', hidden: true });
    expectError(await read(game, team.id), 'game.notFound');
    expect((await read(game, team.id, captain)).status).toBe(200);
    await set({ hidden: false });
    const upcoming = await buildJoined({
      startAt: new Date(Date.now() + 3_600_000),
      endAt: new Date(Date.now() + 7_200_000),
    });
    expectError(await read(upcoming.game, upcoming.team.id), 'game.notStarted');
  });
});

describe('the fields of a game', () => {
  it('are checked, and never make public what was for staff', async () => {
    const { game, captain } = await buildJoined();
    const eleven = Array.from({ length: 11 }, (_, at) => field({ id: `f${at}`, name: `F ${at}` }));
    refusesWith(await change(game, { fields: eleven }), 'request.invalid', 'fields');
    refusesWith(await change(game, { fields: [school, field({ id: 'b' })] }), 'request.invalid', 'fields.1.name');
    refusesWith(
      await change(game, { fields: [{ ...school, visibility: 'Public' }] }),
      'account.fieldPrivate',
      'fields',
      'School',
    );
    expect(await gameOf(captain, game)).toMatchObject({ fields });
  });

  it('take their answers along when they are removed', async () => {
    const { game, captain } = await buildJoined();
    const other = await buildJoined();
    await change(game, { fields: [size] });
    expect(await storedOf(captain, game)).toEqual({ size: 'M' });
    expect(await storedOf(other.captain, other.game)).toEqual({ school: 'North', size: 'M' });
  });

  it('are in copies, without answers', async () => {
    const { game } = await buildJoined();
    const body = { title: 'Copy', start: Date.now() + 86_400_000, end: Date.now() + 2 * 86_400_000 };
    const { body: id } = await test.call(packageRoutes.copy, { ...inGame(admin, game), body });
    const [row] = await test.db.select().from(games).where(eq(games.id, id));
    expect(row?.fields).toEqual(fields);
    expect(await test.db.$count(participationMembers, eq(participationMembers.gameId, id))).toBe(0);
  });
});
