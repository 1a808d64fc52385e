import { captureRoutes } from '@vexil/contract/capture';
import { challengeEditRoutes, challengeRoutes } from '@vexil/contract/challenge';
import { containerAdminRoutes } from '@vexil/contract/container-admin';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameEditRoutes as routes } from '@vexil/contract/game';
import { monitorRoutes } from '@vexil/contract/monitor';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { messagesIn } from '../../testing/outbox';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

function expectAt(reply: TestReply<unknown>, code: ErrorCode, path: string): void {
  expectError(reply, code);
  expect(reply.body).toMatchObject({ details: [{ path }] });
}

type List = { id?: number; name: string; category?: 'Web' | 'Misc'; icon?: 'AI' | 'Web'; colour?: 'AI' | 'PPC' }[];
const cloud: List[number] = { name: 'Cloud', category: 'Web', icon: 'AI', colour: 'PPC' };
const look = { name: 'Cloud', icon: 'AI', colour: 'PPC' };

async function setUp(list: List = [cloud]) {
  const game = await buildGame(test.db);
  const set = (customCategories: List, as = admin) =>
    test.call(routes.update, { as, params: { id: game.id }, body: { customCategories } });
  const edit = (challengeId: number, body: object) =>
    test.call(challengeEditRoutes.update, { as: admin, params: { id: game.id, challengeId }, body });
  const { challenge } = await buildChallenge(test.db, { gameId: game.id, title: 'Bucket', isEnabled: true });
  const reply = await set(list);
  return { game, challenge, set, edit, list: reply.body.customCategories };
}
const stored = async (id: number) => (await test.db.select().from(challenges).where(eq(challenges.id, id)))[0];

describe('categories of a game', () => {
  it('get ids, the look of their nearest where nothing is said, and stay when others are sent', async () => {
    const { game, set, list } = await setUp([cloud, { name: '  Ra\u00a0dio ' }]);
    expect(list).toEqual([
      { id: 1, ...cloud },
      { id: 2, name: 'Ra dio', category: 'Misc', icon: 'Misc', colour: 'Misc' },
    ]);
    await test.call(routes.update, { as: admin, params: { id: game.id }, body: { summary: 'x' } });
    expect((await test.call(routes.get, { as: admin, params: { id: game.id } })).body.customCategories).toEqual(list);
    expect((await set([])).body.customCategories).toEqual([]);
  });

  it('come with a new game, under the rules of a change', async () => {
    const made = { title: 'New', start: Date.UTC(2030, 0, 1), end: Date.UTC(2030, 0, 2) };
    const { body } = await test.call(routes.create, { as: admin, body: { ...made, customCategories: [cloud] } });
    expect(body.customCategories).toEqual([{ id: 1, ...cloud }]);
    const reply = await test.call(routes.create, {
      as: admin,
      body: { ...made, customCategories: [{ ...cloud, id: 1 }] },
    });
    expectAt(reply, 'request.invalid', 'customCategories.0.id');
  });

  const named = (...names: string[]): List => names.map((name) => ({ name }));
  it.each<[string, unknown[], string]>([
    ['two names that differ by case', named('Cloud', 'cLOUD'), 'customCategories.1.name'],
    ['two names that are equal once normalised', named('ﬁle', 'file'), 'customCategories.1.name'],
    ['one of the thirteen in any case', named('a', 'wEB'), 'customCategories.1.name'],
    ['one of the thirteen in other forms of its letters', named('Ｗｅｂ'), 'customCategories.0.name'],
    ['a blank name', named(' '), 'customCategories.0.name'],
    ['a name without a visible character', named('\u200b'), 'customCategories.0.name'],
    ['a name of 41 characters', named('🦑'.repeat(41)), 'customCategories.0.name'],
    ['21 of them', named(...Array.from({ length: 21 }, (_, index) => `c${index}`)), 'customCategories'],
    ['an icon of no category', [{ name: 'a', icon: '<svg>' }], 'customCategories.0.icon'],
    ['a colour of no category', [{ name: 'a', colour: '#ff0000' }], 'customCategories.0.colour'],
    ['an id that the game does not have', [{ name: 'a', id: 7 }], 'customCategories.0.id'],
    [
      'one id twice',
      [
        { name: 'a', id: 1 },
        { name: 'b', id: 1 },
      ],
      'customCategories.1.id',
    ],
  ])('refuse %s, naming the field', async (_, list, field) => {
    const { game, set } = await setUp();
    expectAt(await set(list as List), 'request.invalid', field);
    const [row] = await test.db.select().from(games).where(eq(games.id, game.id));
    expect(row?.customCategories.map(({ name }) => name)).toEqual(['Cloud']);
  });

  it('keep names of any characters at their full length, apart from those of other games', async () => {
    const names = ['🦑'.repeat(40), '<b>"\'&', 'катеѓория', '類別'];
    const { set, list } = await setUp(named(...names));
    expect(list.map(({ name }) => name)).toEqual(names.map((name) => name.normalize('NFKC')));
    const other = await setUp();
    expect(other.list[0]?.id).toBe(1);
    expectAt(await set([{ ...cloud, id: 5 }]), 'request.invalid', 'customCategories.0.id');
  });
});

describe('a challenge with one', () => {
  it('has its nearest on the wire, and shows it to players everywhere', async () => {
    const { game, challenge, edit } = await setUp();
    const reply = await edit(challenge.id, { customCategory: 'cLoUd' });
    expect(reply.body).toMatchObject({ category: 'Web', customCategory: 'Cloud' });
    const list = await test.call(challengeEditRoutes.list, { as: admin, params: { id: game.id } });
    expect(list.body).toMatchObject([{ category: 'Web', customCategory: look }]);
    const found = await test.call(challengeEditRoutes.search, { as: admin, query: { hint: 'Bucket' } });
    expect(found.body.find(({ gameId }) => gameId === game.id)).toMatchObject({ customCategory: look });

    const { captain } = await buildParticipation(test.db, { gameId: game.id, status: 'Accepted' });
    const params = { id: game.id };
    const details = (await test.call(challengeRoutes.details, { as: captain, params })).body;
    expect(details.challenges.Web?.[0]?.customCategory).toEqual(look);
    const opened = await test.call(challengeRoutes.get, {
      as: captain,
      params: { id: game.id, challengeId: challenge.id },
    });
    expect(opened.body).toMatchObject({ category: 'Web', customCategory: look });
    const board = (await test.call(scoreboardRoutes.get, { as: captain, params })).body;
    expect(board.challenges.Web?.[0]?.customCategory).toEqual(look);
    const past = await test.call(scoreboardRoutes.get, { as: admin, params, query: { knownAt: Date.now() } });
    expect(past.body.challenges.Web?.[0]?.customCategory).toEqual(look);
  });

  it('is shown to staff: on the wall, and with captures and instances', async () => {
    const { game, challenge, edit } = await setUp();
    await edit(challenge.id, { customCategory: 'Cloud' });
    await test.db.update(challenges).set({ enableTrafficCapture: true }).where(eq(challenges.id, challenge.id));
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    const key = { gameId: game.id, challengeId: challenge.id, participationId: participation.id };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await test.db.insert(containers).values({ ...key, kind: 'Team', image: 'x', state: 'running', expiresAt });
    const params = { id: game.id };
    const wall = await test.call(monitorRoutes.figures, { as: admin, params });
    expect(wall.body.challenges).toMatchObject([{ category: 'Web', customCategory: look }]);
    const captures = await test.call(captureRoutes.challenges, { as: admin, params });
    expect(captures.body).toMatchObject([{ category: 'Web', customCategory: look }]);
    const instances = await test.call(containerAdminRoutes.list, { as: admin });
    const own = instances.body.data.find((one) => one.game.id === game.id);
    expect(own?.challenge).toEqual({ id: challenge.id, title: 'Bucket', category: 'Web', customCategory: look });
  });

  it('can be made with one, by who may edit the game alone', async () => {
    const { game } = await setUp();
    const create = (customCategory: string | null, as = admin) =>
      test.call(challengeEditRoutes.create, {
        as,
        params: { id: game.id },
        body: { title: 'Cup', category: 'Pwn', customCategory },
      });
    expect((await create('cLOUD')).body).toMatchObject({ category: 'Web', customCategory: 'Cloud' });
    for (const none of ['', null]) {
      expect((await create(none)).body).toMatchObject({ category: 'Pwn', customCategory: null });
    }
    const count = await test.db.$count(challenges, eq(challenges.gameId, game.id));
    for (const name of ['Web', '\u200b', '🦑'.repeat(40), '🦑'.repeat(41)]) {
      expectAt(await create(name), 'request.invalid', 'customCategory');
    }
    const { captain } = await buildParticipation(test.db, { gameId: game.id, status: 'Accepted' });
    for (const as of [captain, await buildAccount(test.db, { role: 'Monitor' })]) {
      expect((await create('Cloud', as)).status).toBeGreaterThanOrEqual(403);
    }
    expect(await test.db.$count(challenges, eq(challenges.gameId, game.id))).toBe(count);
  });

  it('refuses a name that the game does not have', async () => {
    const { challenge, edit } = await setUp();
    await setUp([{ name: 'Elsewhere' }]);
    for (const customCategory of ['Elsewhere', 'Web', 'x'.repeat(40), '__proto__'])
      expectAt(await edit(challenge.id, { customCategory }), 'request.invalid', 'customCategory');
    expectAt(await edit(challenge.id, { customCategory: 'x'.repeat(41) }), 'request.invalid', 'customCategory');
    expect(await stored(challenge.id)).toMatchObject({ customCategory: null, category: 'Misc' });
  });

  it('keeps it while its nearest is sent back, and loses it with another or an empty name', async () => {
    const { challenge, edit } = await setUp();
    await edit(challenge.id, { customCategory: 'Cloud', category: 'Pwn' });
    expect(await stored(challenge.id)).toMatchObject({ category: 'Web', customCategory: { name: 'Cloud' } });
    await test.db.update(challenges).set({ position: 3 }).where(eq(challenges.id, challenge.id));
    expect((await edit(challenge.id, { category: 'Web', customCategory: null })).body.customCategory).toBe('Cloud');
    expect((await stored(challenge.id))?.position).toBe(3);
    expect((await edit(challenge.id, { category: 'Pwn' })).body).toMatchObject({ customCategory: null });
    expect((await stored(challenge.id))?.position).toBeNull();
    await edit(challenge.id, { customCategory: 'Cloud' });
    expect((await edit(challenge.id, { customCategory: '' })).body).toMatchObject({
      category: 'Web',
      customCategory: null,
    });
  });

  it('follows a new name and look, with its nearest, and says so to open pages', async () => {
    const { game, challenge, set, edit, list } = await setUp();
    await edit(challenge.id, { customCategory: 'Cloud' });
    const before = await messagesIn(test.deps, `game:${game.id}`);
    const [first] = list;
    const reply = await set([{ id: first?.id, name: 'Sky', category: 'Misc', icon: 'Web', colour: 'AI' }]);
    expect(reply).toMatchObject({ status: 200 });
    expect(await stored(challenge.id)).toMatchObject({
      category: 'Misc',
      customCategory: { id: 1, name: 'Sky', icon: 'Web', colour: 'AI' },
    });
    const after = (await messagesIn(test.deps, `game:${game.id}`)).slice(before.length);
    expect(after.map(({ target }) => target)).toEqual(expect.arrayContaining(['ChallengesChanged', 'GameChanged']));
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.gameId, game.id), eq(auditEntries.action, 'game.update')))
      .orderBy(auditEntries.id)
      .offset(1);
    expect(entry?.before).toMatchObject({ customCategories: [{ name: 'Cloud' }] });
    expect(entry?.after).toMatchObject({ customCategories: [{ name: 'Sky' }] });
  });

  it('keeps its category in the list: it is named in the refusal', async () => {
    const { challenge, set, edit } = await setUp();
    await edit(challenge.id, { customCategory: 'Cloud' });
    const reply = await set([{ name: 'Other' }]);
    expectAt(reply, 'game.categoryUsed', 'customCategories');
    expect(reply.body).toMatchObject({ title: expect.stringContaining('Bucket') });
    expect(await stored(challenge.id)).toMatchObject({ customCategory: { name: 'Cloud' } });
    await edit(challenge.id, { customCategory: '' });
    expect((await set([])).body.customCategories).toEqual([]);
  });

  it('never has one that the list lost in the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { challenge, set, edit } = await setUp();
      const both = await Promise.all([
        edit(challenge.id, { customCategory: 'Cloud' }),
        set([]),
        edit(challenge.id, { customCategory: 'Cloud' }),
      ]);
      const has = (await stored(challenge.id))?.customCategory !== null;
      expect(both[1].status).toBe(has ? 409 : 200);
    }
  });
});
