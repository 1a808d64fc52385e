import { createHash } from 'node:crypto';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import type { PackageChallengeText } from '@vexil/contract/package';
import { pauseRoutes } from '@vexil/contract/pause';
import { type Plan, planRoutes as routes } from '@vexil/contract/plan';
import type { gameScopes } from '@vexil/contract/scope.rules';
import { gameTokenRoutes } from '@vexil/contract/token';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { download, packageUpload } from '../../testing/package';
import { multipartOf } from '../../testing/upload';

const hour = 3_600_000;
const now = new Date();

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.stopAt(now);
  game = await buildGame(test.db, {
    startAt: new Date(now.getTime() + hour),
    endAt: new Date(now.getTime() + 3 * hour),
  });
});

const start = () => test.clock.stopAt(new Date(game.startAt.getTime() + hour));
const flag = (value: string) => ({ value });
const described = (title: string, values: Partial<PackageChallengeText> = {}) => ({
  key: title.toLowerCase().replaceAll(' ', '-'),
  path: `${title}/challenge.yml`,
  challenge: { title, enabled: true, flags: { static: [flag(`flag{${title}}`)] }, ...values },
});
type Entry = ReturnType<typeof described>;

const planOf = (entries: Entry[], values: object = {}, as = admin) =>
  test.call(routes.create, { as, params: { id: game.id }, body: { challenges: entries, ...values } });
const applyOf = (plan: Plan, body: object = {}, as = admin) =>
  test.call(routes.apply, { as, params: { id: game.id, planId: plan.id }, body });
async function applied(entries: Entry[], values: object = {}, body: object = {}) {
  const plan = await planOf(entries, values);
  expect(plan.status).toBe(200);
  const reply = await applyOf(plan.body, body);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.changes;
}
const rows = () => test.db.select().from(challenges).where(eq(challenges.gameId, game.id)).orderBy(asc(challenges.id));
const edit = (challengeId: number, body: object) =>
  test.call(challengeEditRoutes.update, { as: admin, params: { id: game.id, challengeId }, body });
const seen = async (challengeId: number) =>
  (await test.call(challengeEditRoutes.get, { as: admin, params: { id: game.id, challengeId } })).body;
const send = (plan: Plan, content: Buffer | string, sha256 = hashOf(content)) =>
  test.send({
    method: 'PUT',
    url: `/api/edit/games/${game.id}/plans/${plan.id}/files/${sha256}`,
    as: admin,
    ...multipartOf([{ field: 'file', fileName: 'x', content }]),
  });
const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

describe('a plan', () => {
  it('changes nothing until it is applied, and is empty afterwards', async () => {
    const entries = [described('Kettle', { category: 'Web' }), described('Lamp')];
    const { body } = await planOf(entries);
    expect(body.changes.map(({ kind, key }) => [kind, key])).toEqual([
      ['Add', 'kettle'],
      ['Add', 'lamp'],
    ]);
    expect(await rows()).toEqual([]);
    const entriesOf = () => test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(await entriesOf()).toEqual([]);

    expect(await applyOf(body)).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([
      {
        title: 'Kettle',
        category: 'Web',
        isEnabled: true,
        sourceKey: 'kettle',
        source: { path: 'Kettle/challenge.yml' },
      },
      { title: 'Lamp', isEnabled: true, sourceKey: 'lamp' },
    ]);
    expect((await entriesOf()).map(({ action }) => action)).toContain('game.applyPlan');
    const before = await rows();
    expect((await planOf(entries)).body).toMatchObject({ changes: [], unchanged: 2, missingFiles: [] });
    await applied(entries, { commit: 'abc' });
    expect((await rows()).map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    expect((await rows())[0]?.source).toMatchObject({ commit: 'abc' });
  });

  it('shows each member with both values, and no secret', async () => {
    const entries = [described('Kettle')];
    await applied(entries);
    const other = described('Kettle', {
      content: 'Hot',
      scoring: { original: 400 },
      flags: { static: [flag('flag{other}')], disableBloodBonus: true },
      hints: ['Steam'],
      limits: { submission: 3 },
    });
    const { body } = await planOf([other]);
    expect(body.changes).toMatchObject([{ kind: 'Change', key: 'kettle', needs: [] }]);
    const [change] = body.changes;
    expect(change?.fields.map(({ field, before, after }) => [field, before, after]).sort()).toEqual([
      ['content', '""', '"Hot"'],
      ['disableBloodBonus', 'false', 'true'],
      ['flags', null, null],
      ['hintList', '[]', '[{"content":"Steam","cost":0,"releaseUtc":null,"title":""}]'],
      ['originalScore', '1000', '400'],
      ['submissionLimit', '0', '3'],
    ]);
    expect(change?.fields.every(({ changedIn, noticed }) => changedIn === 'Folder' && !noticed)).toBe(true);
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    const [row] = await rows();
    expect(await seen(row?.id ?? 0)).toMatchObject({
      content: 'Hot',
      originalScore: 400,
      submissionLimit: 3,
      hints: ['Steam'],
      flags: [{ flag: 'flag{other}' }],
    });
    expect((await planOf([other])).body.changes).toEqual([]);
  });

  it('deletes what is gone from the folder, keeps what was never in one, and others on request', async () => {
    await buildChallenge(test.db, { gameId: game.id, title: 'By hand' });
    await applied([described('Kettle'), described('Lamp')]);
    expect((await planOf([described('Kettle')], { keepOthers: true })).body.changes).toEqual([]);
    const { body } = await planOf([described('Kettle')]);
    expect(body.changes).toMatchObject([{ kind: 'Remove', key: 'lamp', title: 'Lamp', needs: ['delete'] }]);
    expectError(await applyOf(body), 'plan.notAllowed');
    await applyOf(body, { allow: ['delete'] });
    expect((await rows()).map(({ title }) => title)).toEqual(['By hand', 'Kettle']);
  });

  it('finds a challenge that was made in a browser by its title, and asks which side stays', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, title: 'Kettle', content: 'By hand' });
    const { body } = await planOf([described('Kettle', { content: 'From a folder' })]);
    expect(body.changes).toMatchObject([{ kind: 'Change', challengeId: challenge.id }]);
    expect(body.changes[0]?.fields).toContainEqual(
      expect.objectContaining({ field: 'content', changedIn: 'Both', before: '"By hand"', after: '"From a folder"' }),
    );
    expectError(await applyOf(body), 'plan.undecided');
    expect(await applyOf(body, { choices: [{ key: 'kettle', take: 'Folder' }] })).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([{ id: challenge.id, content: 'From a folder', sourceKey: 'kettle' }]);
  });

  it.each([
    ['Folder', 'From a folder'],
    ['Browser', 'In a browser'],
  ] as const)('knows what was changed in the browser, and takes the side %s', async (take, content) => {
    await applied([described('Kettle')]);
    const [row] = await rows();
    await edit(row?.id ?? 0, { content: 'In a browser' });
    const unchanged = (await planOf([described('Kettle')])).body.changes;
    expect(unchanged[0]?.fields).toMatchObject([{ field: 'content', changedIn: 'Browser' }]);
    const { body } = await planOf([described('Kettle', { content: 'From a folder', limits: { submission: 9 } })]);
    expect(body.changes[0]?.fields.map(({ field, changedIn }) => [field, changedIn])).toEqual([
      ['content', 'Both'],
      ['submissionLimit', 'Folder'],
    ]);
    await applyOf(body, { choices: [{ key: 'kettle', take }] });
    expect(await rows()).toMatchObject([{ content, submissionLimit: 9 }]);
  });

  it('asks in a running game before it deletes, changes flags or lowers values, and marks what players notice', async () => {
    await applied([described('Kettle'), described('Lamp')]);
    start();
    const entries = [
      described('Kettle', { content: 'Hot', scoring: { original: 900 }, flags: { static: [flag('flag{new}')] } }),
    ];
    const { body } = await planOf(entries);
    expect(body.changes.map(({ needs }) => needs)).toEqual([['flags', 'values'], ['delete']]);
    expect(body.changes[0]?.fields.filter(({ noticed }) => noticed).map(({ field }) => field)).toEqual([
      'content',
      'originalScore',
    ]);
    expectError(await applyOf(body, { allow: ['flags', 'values'] }), 'plan.notAllowed');
    expect(await applyOf(body, { allow: ['delete', 'flags', 'values'] })).toMatchObject({ status: 200 });
    expect((await rows()).map(({ title }) => title)).toEqual(['Kettle']);
    const announced = and(eq(notices.gameId, game.id), eq(notices.type, 'NewChallenge'));
    expect(await test.db.select().from(notices).where(announced)).toEqual([]);
    await applied([...entries, described('Bell')]);
    expect(await test.db.select().from(notices).where(announced)).toMatchObject([{ values: ['Bell'] }]);
  });

  it('changes the game itself, whose other settings and divisions stay', async () => {
    await test.call(divisionRoutes.create, { as: admin, params: { id: game.id }, body: { name: 'Guests' } });
    const settings = {
      title: 'The kettle cup',
      end: game.endAt.getTime() + hour,
      inviteCode: 'come in',
      divisions: [{ name: 'Students', defaultPermissions: 3 }],
    };
    const { body } = await planOf([], { game: settings });
    expect(body.changes).toMatchObject([{ key: '', path: 'game.yml', kind: 'Change', challengeId: null }]);
    expect(body.changes[0]?.fields.map(({ field, after }) => [field, after])).toEqual([
      ['title', '"The kettle cup"'],
      ['end', `${settings.end}`],
      ['inviteCode', null],
      ['divisions', '[{"defaultPermissions":3,"name":"Students"}]'],
    ]);
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    const [row] = await test.db.select().from(games).where(eq(games.id, game.id));
    expect(row).toMatchObject({ title: 'The kettle cup', startAt: game.startAt, inviteCode: 'come in' });
    const { body: divisions } = await test.call(divisionRoutes.list, { as: admin, params: { id: game.id } });
    expect(divisions.map(({ name }) => name).sort()).toEqual(['Guests', 'Students']);
    expect((await planOf([], { game: settings })).body.changes).toEqual([]);
    start();
    const late = await planOf([], { game: { ...settings, title: 'Another cup' } });
    expect(late.body.changes).toMatchObject([{ needs: ['game'] }]);
    expectError(await applyOf(late.body), 'plan.notAllowed');
    test.clock.stopAt(now);
    const wrong = await planOf([described('Kettle')], { game: { end: game.startAt.getTime() - 1 } });
    expect(wrong.body.changes.map(({ problem }) => problem?.code ?? null)).toEqual(['game.endBeforeStart', null]);
    expectError(await applyOf(wrong.body), 'plan.notPossible');
  });

  it('changes the kind of a division in which teams play only with a reason', async () => {
    const settings = { divisions: [{ name: 'Humans', kind: 'People', scoresAlone: false }, { name: 'Empty' }] };
    await applied([], { game: settings });
    const divisionOf = async (name: string) =>
      (await test.db.select().from(divisions).where(eq(divisions.gameId, game.id))).find((row) => row.name === name);
    const divisionId = (await divisionOf('Humans'))?.id ?? 0;
    await buildParticipation(test.db, { gameId: game.id, divisionId });
    start();
    const empty = { divisions: [settings.divisions[0], { name: 'Empty', kind: 'Agents' }] };
    expect((await planOf([], { game: empty })).body.changes).toMatchObject([{ needs: ['game'], problem: null }]);
    for (const change of [
      { kind: 'Assisted', scoresAlone: false },
      { kind: 'Assisted', scoresAlone: true },
    ]) {
      const game = { divisions: [{ name: 'Humans', ...change }] };
      const { body } = await planOf([], { game });
      expect(body.changes).toMatchObject([{ needs: ['game', 'divisions'], problem: null }]);
      expectError(await applyOf(body, { allow: ['game'] }), 'plan.notAllowed');
      const allow = ['game', 'divisions'];
      for (const reason of [undefined, null, '', '  '])
        expectError(await applyOf(body, { allow, reason }), 'division.reasonMissing');
      expectError(await applyOf(body, { allow, reason: 'x'.repeat(5000) }), 'request.invalid');
      expect(await applyOf(body, { allow, reason: 'Agreed with the teams' })).toMatchObject({ status: 200 });
      expect(await divisionOf('Humans')).toMatchObject(change);
      expect((await planOf([], { game })).body.changes).toEqual([]);
    }
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.target, `division:${divisionId}`), eq(auditEntries.action, 'division.update')));
    expect(entries.map(({ after }) => after?.reason)).toEqual(['Agreed with the teams', 'Agreed with the teams']);
  });

  it('releases a challenge at its time, and knows that it was', async () => {
    const release = new Date(game.startAt.getTime() + 1000).toISOString();
    const entries = [described('Kettle', { enabled: false, vexil: { release } })];
    await applied(entries);
    expect(await rows()).toMatchObject([{ isEnabled: false, releaseAt: new Date(release) }]);
    expect((await planOf(entries)).body.changes).toEqual([]);
    start();
    await test.db.update(challenges).set({ isEnabled: true, releaseAt: null }).where(eq(challenges.gameId, game.id));
    expect((await planOf(entries)).body.changes).toEqual([]);
  });

  it('makes categories that challenges name the game’s own, as the folder describes them, and keeps others', async () => {
    const own = { name: 'Cloud', category: 'Web', icon: 'AI', colour: 'PPC' } as const;
    const set = (customCategories: { id?: number; name: string }[]) =>
      test.call(gameEditRoutes.update, { as: admin, params: { id: game.id }, body: { customCategories } });
    await set([{ name: 'Radio' }]);
    const entries = [
      described('Bucket', { category: 'Misc', vexil: { customCategory: 'cloud' } }),
      described('Hidden', { category: 'Forensics', vexil: { customCategory: 'Stego' } }),
      described('Antenna', { vexil: { customCategory: 'Radio' } }),
    ];
    const values = { game: { customCategories: [own] } };
    const { body } = await planOf(entries, values);
    expect(body.changes[0]).toMatchObject({ key: '', fields: [{ field: 'customCategories' }] });
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    const list = (await test.call(gameEditRoutes.get, { as: admin, params: { id: game.id } })).body.customCategories;
    expect(list).toEqual([
      { id: 1, name: 'Radio', category: 'Misc', icon: 'Misc', colour: 'Misc' },
      { id: 2, ...own },
      { id: 3, name: 'Stego', category: 'Forensics', icon: 'Forensics', colour: 'Forensics' },
    ]);
    expect((await rows()).map(({ category, customCategory }) => [category, customCategory?.id])).toEqual([
      ['Web', 2],
      ['Forensics', 3],
      ['Misc', 1],
    ]);
    expect((await planOf(entries, values)).body).toMatchObject({ changes: [], unchanged: 3 });
    expect((await planOf(entries)).body).toMatchObject({ changes: [], unchanged: 3 });

    const renamed = described('Bucket', { category: 'Pwn' });
    const [change] = (await planOf([renamed, ...entries.slice(1)])).body.changes;
    expect(change?.fields).toMatchObject([{ field: 'category' }, { field: 'customCategory', before: '"Cloud"' }]);
    await applied([renamed, ...entries.slice(1)]);
    expect((await rows())[0]).toMatchObject({ category: 'Pwn', customCategory: null });
  });

  it('refuses categories that are none, and more than a game has', async () => {
    const named = (customCategory: string) => described('Bucket', { vexil: { customCategory } });
    for (const name of ['wEb', '\u200b', 'x'.repeat(41)]) {
      const field = 'challenges.0.challenge.vexil.customCategory';
      const reply = await planOf([named(name)]);
      expectError(reply, 'request.invalid');
      expect(reply.body).toMatchObject({ details: [{ path: field }] });
    }
    const many = Array.from({ length: 21 }, (_, index) =>
      described(`Task ${index}`, { vexil: { customCategory: `c${index}` } }),
    );
    const { body } = await planOf(many);
    expect(body.changes[0]?.problem).toMatchObject({ code: 'request.invalid', field: 'customCategories' });
    expectError(await applyOf(body), 'plan.notPossible');
  });

  it('says what a challenge requires and which comes next by keys, also of challenges that it makes', async () => {
    const of = (title: string, id: number, vexil: NonNullable<PackageChallengeText['vexil']> = {}) =>
      described(title, { id, vexil });
    const requires = { challengeIds: [1], count: null, lockedShown: true };
    const entries = [of('Kettle', 1, { next: 2 }), of('Lamp', 2, { requires })];
    await applied(entries);
    const [kettle, lamp] = await rows();
    expect(kettle).toMatchObject({ nextId: lamp?.id });
    expect(lamp).toMatchObject({ requires: { ...requires, challengeIds: [kettle?.id] } });
    expect((await planOf(entries)).body.changes).toEqual([]);
    const changed = [of('Kettle', 1), of('Lamp', 2, { requires: { ...requires, lockedShown: false } })];
    const { body } = await planOf(changed);
    expect(body.changes.map(({ fields }) => fields.map(({ field, after }) => [field, after]))).toEqual([
      [['next', 'null']],
      [['requires', '{"count":null,"keys":["kettle"],"lockedShown":false}']],
    ]);
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    expect(await rows()).toMatchObject([{ nextId: null }, { requires: { lockedShown: false } }]);
    const circle = [of('Kettle', 1, { requires: { ...requires, challengeIds: [2] } }), of('Lamp', 2, { requires })];
    expect((await planOf(circle)).body.changes.some(({ problem }) => problem !== null)).toBe(true);
    await applied([of('Kettle', 1), of('Lamp', 2)]);
    expect(await rows()).toMatchObject([{ requires: null }, { requires: null }]);
  });

  it('is refused when the game has changed since', async () => {
    await applied([described('Kettle')]);
    const { body } = await planOf([described('Kettle', { content: 'Hot' })]);
    const [row] = await rows();
    await edit(row?.id ?? 0, { content: 'Cold' });
    expectError(await applyOf(body), 'plan.outdated');
    expect(await rows()).toMatchObject([{ content: 'Cold' }]);
  });

  it('is refused when what it does not show has changed since', async () => {
    const long = 'x'.repeat(2000);
    await applied([described('Kettle', { content: `${long}a` })]);
    const [{ id } = { id: 0 }] = await rows();
    const changed = [described('Kettle', { content: `${long}b`, flags: { static: [flag('flag{new}')] } })];
    const { body } = await planOf(changed);
    expect(body.changes[0]?.fields[0]).toMatchObject({
      before: expect.stringMatching(/^"…x+a"$/),
      after: expect.stringMatching(/^"…x+b"$/),
    });
    await edit(id, { content: `${long}a${long}By hand` });
    expectError(await applyOf(body), 'plan.outdated');
    const again = await planOf(changed);
    await test.call(flagRoutes.add, {
      as: admin,
      params: { id: game.id, challengeId: id },
      body: [{ flag: 'flag{late}' }],
    });
    expectError(await applyOf(again.body), 'plan.outdated');
    expect((await seen(id)).flags).toHaveLength(2);
  });

  it('is applied once by fifty at once', async () => {
    const { body } = await planOf([described('Kettle')]);
    const replies = await Promise.all(Array.from({ length: 50 }, () => applyOf(body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await rows()).toHaveLength(1);
  });

  it('says what cannot be done, and then does nothing', async () => {
    const bad = described('Lamp', {
      type: 'StaticAttachment',
      flags: { static: [{ value: '(', vexil: { match: 'Regex', example: 'x' } }] },
    });
    const { body } = await planOf([described('Kettle'), bad, described('Bell', { flags: { static: [] } })]);
    expect(body.changes.map(({ problem }) => problem?.code ?? null)).toEqual([
      null,
      'flag.patternInvalid',
      'challenge.noFlags',
    ]);
    const reply = await applyOf(body);
    expectError(reply, 'plan.notPossible');
    expect(reply.body).toMatchObject({ details: [{ path: expect.stringContaining('lamp') }] });
    expect(await rows()).toEqual([]);
  });

  it('makes a challenge anew whose type differs', async () => {
    await applied([described('Kettle')]);
    const [before] = await rows();
    const container = { image: 'library/kettle:1' };
    const { body } = await planOf([
      described('Kettle', { type: 'DynamicContainer', container, flags: { template: 'flag{[TEAM_HASH]}' } }),
    ]);
    expect(body.changes).toMatchObject([{ kind: 'Replace', challengeId: before?.id, problem: null }]);
    expect(await applyOf(body, { allow: ['delete'] })).toMatchObject({ status: 200 });
    const [after, ...others] = await rows();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ type: 'DynamicContainer', containerImage: 'library/kettle:1' });
    expect(after?.id).not.toBe(before?.id);
  });

  it('keeps hints that stay, with those who have taken them', async () => {
    const hintList = [{ title: '', content: 'Steam', cost: 10 }];
    await applied([described('Kettle', { vexil: { hintList } })]);
    const [row] = await rows();
    await applied([
      described('Kettle', {
        vexil: {
          hintList: [
            { title: '', content: 'First', cost: 0 },
            { ...hintList[0], content: 'Steam', cost: 20 },
          ],
        },
      }),
    ]);
    const after = (await rows())[0]?.hintList;
    expect(after?.find(({ content }) => content === 'Steam')).toMatchObject({ id: row?.hintList[0]?.id, cost: 20 });
  });
});

describe('files of a plan', () => {
  const content = 'The kettle is on.';
  const attachment = {
    type: 'Local' as const,
    hash: hashOf(content),
    fileName: 'kettle.txt',
    fileSize: content.length,
  };

  it('are asked for once, checked and then used', async () => {
    const entries = [described('Kettle', { attachment })];
    const { body } = await planOf(entries);
    expect(body).toMatchObject({ missingFiles: [{ sha256: attachment.hash, name: 'kettle.txt' }] });
    expectError(await applyOf(body), 'plan.filesMissing');
    expectError(await send(body, 'Another text.', attachment.hash), 'plan.fileDiffers');
    expectError(await send(body, 'Another text.'), 'plan.fileUnknown');
    expect(await send(body, content)).toMatchObject({ status: 200 });
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    const [row] = await rows();
    expect((await seen(row?.id ?? 0)).attachment).toMatchObject({ fileSize: content.length });
    expect((await planOf(entries)).body).toMatchObject({ changes: [], missingFiles: [] });
  });

  it('are several of a challenge and of a flag, in the order of the folder', async () => {
    const link = { type: 'Remote' as const, remoteUrl: 'https://files.example/lid', fileName: 'lid.txt' };
    const others = { vexil: { attachments: [link, { ...attachment, fileName: 'again.txt' }] } };
    const flags = { static: [{ value: 'flag{own}', attachment, ...others }] };
    const entries = [
      described('Kettle', { attachment, ...others }),
      described('Cups', { type: 'DynamicAttachment', flags }),
    ];
    const { body } = await planOf(entries);
    expect(body.missingFiles).toEqual([]);
    expect(await applyOf(body)).toMatchObject({ status: 200 });
    expect((await planOf(entries)).body.changes).toEqual([]);
    const names = ['kettle.txt', 'lid.txt', 'again.txt'];
    const [kettle, cups] = await rows();
    const shown = (await seen(kettle?.id ?? 0)).attachments;
    expect(shown.map(({ name }) => name)).toEqual(names);
    expect((await seen(cups?.id ?? 0)).flags[0]?.attachments.map(({ name }) => name)).toEqual(names);
    const turned = { attachment: null, vexil: { attachments: [link, attachment] } };
    const again = (await planOf([described('Kettle', turned)], { keepOthers: true })).body;
    expect(again.changes).toMatchObject([{ kind: 'Change', fields: [{ field: 'attachments', changedIn: 'Folder' }] }]);
    expect(await applyOf(again)).toMatchObject({ status: 200 });
    expect((await seen(kettle?.id ?? 0)).attachments.map(({ name }) => name)).toEqual(['lid.txt', 'kettle.txt']);
  });
});

describe('those who may', () => {
  it('are organisers of the game, of whom each has one plan', async () => {
    const organiser = await buildAccount(test.db);
    const observer = await buildAccount(test.db);
    const stranger = await buildAccount(test.db);
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: organiser.id, role: 'organiser' },
      { gameId: game.id, accountId: observer.id, role: 'observer' },
    ]);
    const { body } = await planOf([described('Kettle')], {}, organiser);
    for (const as of [observer, stranger]) expect((await planOf([described('Kettle')], {}, as)).status).toBe(403);
    const other = await buildGame(test.db);
    const elsewhere = { as: admin, params: { id: other.id, planId: body.id }, body: {} };
    expectError(await test.call(routes.apply, elsewhere), 'plan.notFound');
    const params = { id: game.id, planId: body.id };
    expect((await test.call(routes.get, { as: organiser, params })).body.changes).toEqual(body.changes);
    await test.call(routes.delete, { as: organiser, params });
    expectError(await applyOf(body, {}, organiser), 'plan.notFound');
    const first = await planOf([described('Kettle')], {}, organiser);
    expect((await planOf([described('Lamp')], {}, organiser)).status).toBe(200);
    expectError(await applyOf(first.body, {}, organiser), 'plan.notFound');
  });
});

describe('a package of every kind of member', () => {
  it('is the same challenge when a plan brings it, and its plan is empty', async () => {
    const first = described('Kettle', {
      content: '“Späte” Würfel\n\n決勝',
      category: 'Hardware',
      type: 'StaticContainer',
      scoring: { original: 321, minRate: 0.3, difficulty: 7 },
      limits: { submission: 5, deadline: new Date(game.endAt.getTime() - hour).toISOString() },
      flags: {
        enableTrafficCapture: true,
        static: [
          { value: 'flag{a}', vexil: { match: 'IgnoreCase' } },
          { value: 'flag{7}', vexil: { value: 'flag\\{[0-9]\\}', match: 'Regex' } },
        ],
      },
      container: {
        image: 'library/kettle:1',
        memoryLimit: 128,
        cpuCount: 3,
        exposePort: 8080,
        networkMode: 'Isolated',
      },
      vexil: {
        canaries: [{ value: 'flag{canary}', match: 'Exact' }],
        readOnlyRoot: true,
        tmpfsSize: 32,
        solver: { image: 'library/solver:1', script: 'cat /flag', timeoutSeconds: 60 },
        position: 3,
        scoring: { curve: 'Logarithmic', minimum: 50, decay: 30 },
        connection: 'nc {host} {port}',
        author: 'Mira',
        tags: ['easy', 'tea'],
        topics: ['side channel'],
        hintList: [
          { title: 'T', content: 'C', cost: 5, releaseUtc: new Date(game.endAt.getTime() - hour).toISOString() },
        ],
      },
    });
    await applied([first]);
    expect((await planOf([first])).body.changes).toEqual([]);
    // The other way round: what an export says of it changes nothing either.
    const { content: zip } = await download(test.app, game.id, await test.signIn(admin));
    const copyId = (
      await test.send({ method: 'POST', url: '/api/edit/games/import', as: admin, ...packageUpload(zip) })
    ).body as number;
    const [copied] = await test.db.select().from(challenges).where(eq(challenges.gameId, copyId));
    await test.db
      .update(challenges)
      .set({ isEnabled: true })
      .where(eq(challenges.id, copied?.id ?? 0));
    const reply = await test.call(routes.create, { as: admin, params: { id: copyId }, body: { challenges: [first] } });
    expect(reply.body.changes).toEqual([]);
  });
});

describe('bad input', () => {
  it.each([
    [[described('Kettle'), described('Kettle')], 'challenges.1.key'],
    [[{ ...described('Kettle'), key: '' }], 'challenges.0.key'],
    [[{ ...described('Kettle'), key: 'x'.repeat(256) }], 'challenges.0.key'],
    [[described('Kettle', { scoring: { original: -1 } })], 'challenges.0.challenge.scoring.original'],
    [[{ ...described('x'), ...described('', {}), key: 'x' }], 'challenges.0.challenge.title'],
    [[{ ...described('Kettle'), key: 'k\0' }], 'challenges.0.key'],
  ])('names the field', async (entries, path) => {
    const reply = await planOf(entries);
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [expect.objectContaining({ path })] });
  });

  it('of the worst characters is stored as it is', async () => {
    const worst = '\u202e"\\<script>𐀀́'.repeat(10);
    await applied([{ ...described('x'), key: worst.slice(0, 200), path: worst }]);
    expect(await rows()).toMatchObject([{ sourceKey: worst.slice(0, 200) }]);
  });
});

describe('settings of the game', () => {
  const stored = async () => (await test.db.select().from(games).where(eq(games.id, game.id)))[0];
  const change = (body: object) => test.call(gameEditRoutes.update, { as: admin, params: { id: game.id }, body });
  const fieldsOf = async (settings: object) => {
    const { body } = await planOf([], { game: settings });
    return body.changes.flatMap(({ fields }) => fields.map(({ field, changedIn }) => [field, changedIn]));
  };

  it('are remembered as they were applied, without their values', async () => {
    expect(await fieldsOf({ summary: 'One', inviteCode: 'open' })).toEqual([
      ['summary', 'Folder'],
      ['inviteCode', 'Folder'],
    ]);
    const before = await stored();
    await applied([], { game: { summary: 'One', inviteCode: 'open' }, commit: 'abc' });
    const row = await stored();
    expect(row?.source).toMatchObject({ commit: 'abc', fields: { summary: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(JSON.stringify(row?.source)).not.toContain('open');
    expect(row?.version).toBe((before?.version ?? 0) + 1);
    expect(await fieldsOf({ summary: 'Two', inviteCode: 'open' })).toEqual([['summary', 'Folder']]);
    // One that is named the first time is the folder's, also of a division.
    await change({ teamMemberCountLimit: 3 });
    expect(await fieldsOf({ summary: 'One', teamMemberCountLimit: 4 })).toEqual([['teamMemberCountLimit', 'Folder']]);
    const students = { name: 'Students', kind: 'People' };
    await applied([], { game: { divisions: [students] } });
    const named = { ...students, ruleText: 'Alone.', inviteCode: 'a' };
    expect(await fieldsOf({ divisions: [named] })).toEqual([['divisions', 'Folder']]);
    await applied([], { game: { divisions: [named] } });
    expect(await fieldsOf({ divisions: [named] })).toEqual([]);
    expect(await fieldsOf({ divisions: [{ name: 'Students', ruleText: null }] })).toEqual([]);
  });

  it.each([
    ['Folder', { summary: 'One', content: 'Rules' }],
    ['Browser', { summary: 'By hand', content: 'Rules' }],
  ] as const)('that a page has changed ask for a side, and take %s', async (take, expected) => {
    await applied([], { game: { summary: 'One', divisions: [{ name: 'Students', inviteCode: 'a' }] } });
    await change({ summary: 'By hand' });
    await test.db.update(divisions).set({ inviteCode: 'b' }).where(eq(divisions.gameId, game.id));
    const settings = {
      summary: 'One',
      content: 'Rules',
      divisions: [{ name: 'Students', inviteCode: 'a' }, { name: 'Open' }],
    };
    expect(await fieldsOf(settings)).toEqual([
      ['summary', 'Browser'],
      ['content', 'Folder'],
      ['divisions', 'Both'],
    ]);
    const { body } = await planOf([], { game: settings });
    const undecided = await applyOf(body);
    expectError(undecided, 'plan.undecided');
    expect(undecided.body).toMatchObject({ title: expect.stringContaining('game.yml') });
    expect(await applyOf(body, { choices: [{ key: '', take }] })).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject(expected);
    const codes = await test.db
      .select()
      .from(divisions)
      .where(eq(divisions.gameId, game.id))
      .orderBy(asc(divisions.name));
    expect(codes.map(({ name, inviteCode }) => [name, inviteCode])).toEqual([
      ['Open', null],
      ['Students', take === 'Folder' ? 'a' : 'b'],
    ]);
  });

  it('keep what a pause has moved, until the folder says another time', async () => {
    const end = game.endAt.getTime();
    const settings = { start: game.startAt.getTime(), end, freezeTime: end - hour / 2 };
    const timed = described('Kettle', {
      limits: { submission: 0, deadline: new Date(end).toISOString() },
      vexil: { hintList: [{ title: '', content: 'Late', cost: 0, releaseUtc: new Date(end - 1000).toISOString() }] },
    });
    const later = described('Lamp', {
      enabled: false,
      vexil: { release: new Date(game.startAt.getTime() + hour + 60_000).toISOString() },
    });
    const all = [timed, later];
    await applied(all, { game: settings });
    start();
    await test.call(pauseRoutes.pause, { as: admin, params: { id: game.id }, body: { reason: 'Power' } });
    test.clock.stopAt(new Date(test.clock.now().getTime() + 600_000));
    expect((await planOf(all, { game: settings })).body).toMatchObject({ changes: [], unchanged: 2 });
    await test.call(pauseRoutes.resume, { as: admin, params: { id: game.id } });
    expect((await stored())?.endAt.getTime()).toBe(end + 600_000);
    expect((await planOf(all, { game: settings })).body).toMatchObject({ changes: [], unchanged: 2 });
    await applied(all, { game: settings });
    expect((await stored())?.endAt.getTime()).toBe(end + 600_000);
    expect((await planOf(all, { game: settings })).body).toMatchObject({ changes: [] });
    // The end as it is now is what it says now.
    expect(await fieldsOf({ ...settings, end: end + 600_000 })).toEqual([]);
    expect(await fieldsOf({ ...settings, end: end + 1 })).toEqual([['end', 'Folder']]);
  });

  it('show another time than the one that a pause has moved with both sides', async () => {
    const end = game.endAt.getTime();
    await applied([], { game: { end } });
    start();
    await test.call(pauseRoutes.pause, { as: admin, params: { id: game.id }, body: { reason: 'Power' } });
    test.clock.stopAt(new Date(test.clock.now().getTime() + 600_000));
    await test.call(pauseRoutes.resume, { as: admin, params: { id: game.id } });
    const { body } = await planOf([], { game: { end: end + hour } });
    expect(body.changes[0]?.fields).toMatchObject([
      { field: 'end', changedIn: 'Both', before: `${end + 600_000}`, after: `${end + hour}` },
    ]);
    expectError(await applyOf(body, { allow: ['game'] }), 'plan.undecided');
    await applyOf(body, { allow: ['game'], choices: [{ key: '', take: 'Browser' }] });
    expect((await stored())?.endAt.getTime()).toBe(end + 600_000);
  });
});

describe('staff in game.yml', () => {
  const roles = async () =>
    (await test.db.select().from(gameStaff).where(eq(gameStaff.gameId, game.id))).map(({ accountId, role }) => [
      accountId,
      role,
    ]);
  const organiser = async () => {
    const account = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: account.id, role: 'organiser' });
    return account;
  };

  it('is set by name, and others stay', async () => {
    const [by, one] = [await organiser(), await buildAccount(test.db)];
    const settings = { staff: [{ user: one.userName?.toUpperCase() ?? '', role: 'observer' }] };
    const { body } = await planOf([], { game: settings }, by);
    expect(body.changes).toMatchObject([
      { path: 'game.yml', problem: null, fields: [{ field: 'staff', before: '[]', noticed: false }] },
    ]);
    expect(await roles()).toHaveLength(1);
    expect(await applyOf(body, {}, by)).toMatchObject({ status: 200 });
    expect(await roles()).toContainEqual([one.id, 'observer']);
    expect(await roles()).toContainEqual([by.id, 'organiser']);
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.action, 'game.setStaff'));
    expect(entry).toMatchObject({ accountId: by.id, target: `account:${one.id}`, after: { role: 'observer' } });
    expect((await planOf([], { game: settings }, by)).body.changes).toEqual([]);
    await test.db.update(gameStaff).set({ role: 'organiser' }).where(eq(gameStaff.accountId, one.id));
    expect((await planOf([], { game: settings }, by)).body.changes[0]?.fields).toMatchObject([
      { field: 'staff', changedIn: 'Browser', before: expect.stringContaining('organiser') },
    ]);
  });

  it('names an unknown account, a player, and the own role, and sets no role', async () => {
    const [by, one] = [await organiser(), await buildAccount(test.db)];
    const { captain: player } = await buildParticipation(test.db, { gameId: game.id });
    const first = { user: one.userName ?? '', role: 'observer' };
    for (const [user, role, field, code] of [
      ['Nobody', 'observer', 'staff.1.user', 'account.notFound'],
      ["x'; drop--", 'organiser', 'staff.1.user', 'account.notFound'],
      [player.userName ?? '', 'observer', 'staff.1.user', 'game.staffIsPlayer'],
      [by.userName ?? '', 'observer', 'staff.1.role', 'account.forbidden'],
    ]) {
      const { body } = await planOf([], { game: { staff: [first, { user, role }] } }, by);
      expect(body.changes[0]?.problem).toMatchObject({ code, field });
      expectError(await applyOf(body, {}, by), 'plan.notPossible');
    }
    const raised = await planOf([], { game: { staff: [{ user: admin.userName ?? '', role: 'organiser' }] } });
    expect(raised.body.changes[0]?.problem).toMatchObject({ code: 'account.forbidden' });
    for (const staff of [
      [first, first],
      [{ user: 'x'.repeat(16), role: 'observer' }],
      [{ user: 'Ann', role: 'Admin' }],
    ])
      expectError(await planOf([], { game: { staff } }, by), 'request.invalid');
    expect(await roles()).toEqual([[by.id, 'organiser']]);
  });

  it('is changed by a token that may use the page of staff alone', async () => {
    const one = await buildAccount(test.db);
    const body = { challenges: [], game: { staff: [{ user: one.userName, role: 'organiser' as const }] } };
    const problemWith = async (scopes: (typeof gameScopes)[number][]) => {
      const made = await test.call(gameTokenRoutes.create, {
        ...{ as: admin, params: { id: game.id }, body: { name: 'CI', scopes } },
      });
      const headers = { authorization: `Bearer ${made.body.token}` };
      const reply = await test.call(routes.create, { headers, params: { id: game.id }, body });
      return reply.body.changes[0]?.problem;
    };
    expect(await problemWith(['challenge:read', 'challenge:write'])).toMatchObject({
      code: 'token.scopeMissing',
      field: 'staff',
    });
    expect(await problemWith(['edit:read', 'edit:write'])).toBeNull();
    expect(await roles()).toEqual([]);
  });
});
