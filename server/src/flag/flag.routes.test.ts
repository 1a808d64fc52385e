import {
  challengeEditRoutes,
  type FlagCreateBody,
  type FlagFile,
  flagRoutes as routes,
} from '@vexil/contract/challenge';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import type { GameRow } from '@vexil/db/schema/game';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { messagesIn } from '../../testing/outbox';

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db);
});

const hash = 'd'.repeat(64);
const add = (challengeId: number, body: z.input<typeof FlagCreateBody>[]) =>
  test.call(routes.add, { as: admin, params: { id: game.id, challengeId }, body });
const remove = (challengeId: number, flagId: number) =>
  test.call(routes.delete, { as: admin, params: { id: game.id, challengeId, flagId } });
const flagsOf = async (challengeId: number) =>
  (await test.call(challengeEditRoutes.get, { as: admin, params: { id: game.id, challengeId } })).body.flags;
const isEnabled = async (challengeId: number) =>
  (await test.db.select().from(challenges).where(eq(challenges.id, challengeId)))[0]?.isEnabled;

describe('POST /api/edit/games/{id}/challenges/{challengeId}/flags', () => {
  it('adds flags in order, whitespace included, each with its own attachment', async () => {
    await test.db.insert(files).values({ hash, name: 'one.zip', sizeBytes: 7 }).onConflictDoNothing();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment', flags: [] });
    const remoteUrl = 'https://example.test/two.zip';
    const reply = await add(challenge.id, [
      { flag: 'flag{zero}' },
      { flag: ' flag{one} ', attachmentType: 'Local', fileHash: hash },
      { flag: 'flag{two}', attachmentType: 'Remote', remoteUrl },
    ]);
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(await flagsOf(challenge.id)).toMatchObject([
      { flag: 'flag{zero}', attachment: null },
      { flag: ' flag{one} ', attachment: { type: 'Local', url: `/assets/${hash}/one.zip`, fileSize: 7 } },
      { flag: 'flag{two}', attachment: { type: 'Remote', url: remoteUrl } },
    ]);
    expect((await add(challenge.id, [])).status).toBe(200);
  });

  it('stores no flag in plain text, nor in the audit log', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, flags: [] });
    await add(challenge.id, [{ flag: 'flag{sesame}' }]);
    const [row] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    expect(row?.hash).toBe(test.deps.sealing.hashFlag(challenge.id, 'flag{sesame}'));
    expect(JSON.stringify(row)).not.toContain('sesame');
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries).toMatchObject([
      { action: 'flag.add', target: `challenge:${challenge.id}`, after: { flagsAdded: 1 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('sesame');
  });

  it('adds many at once', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment', flags: [] });
    const body = Array.from({ length: 10_000 }, (_, index) => ({
      flag: `flag{${index}}`,
      attachmentType: 'Remote' as const,
      remoteUrl: `https://example.test/${index}`,
    }));
    expect((await add(challenge.id, body)).status).toBe(200);
    const seen = await flagsOf(challenge.id);
    expect(seen).toHaveLength(10_000);
    expect(seen.at(-1)).toMatchObject({ flag: 'flag{9999}', attachment: { url: 'https://example.test/9999' } });
  });

  it('takes 255 characters, and leaves out the line break that ends a line', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, flags: [] });
    const flags = ['x'.repeat(255), 'flag{a}\n', 'flag{b}\r\n', 'flag{c}\r', `${'y'.repeat(255)}\n`];
    expect(
      (
        await add(
          challenge.id,
          flags.map((flag) => ({ flag })),
        )
      ).status,
    ).toBe(200);
    expect((await flagsOf(challenge.id)).map(({ flag }) => flag)).toEqual(flags.map((flag) => flag.trim()));
  });

  it('says that a flag is one line', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, flags: [] });
    const reply = await add(challenge.id, [{ flag: 'flag{a\nb}' }]);
    expect(reply.body).toMatchObject({ details: [{ path: '0.flag', message: expect.stringContaining('one line') }] });
  });

  it.each([
    [[{ flag: 'ok' }, { flag: ' ' }], 'request.invalid', '1.flag'],
    [[{ flag: 'x'.repeat(256) }], 'request.invalid', '0.flag'],
    [[{ flag: 'flag{a}' }, { flag: 'flag{\nb}' }], 'request.invalid', '1.flag'],
    [[{ flag: 'flag{\rb}' }], 'request.invalid', '0.flag'],
    [[{ flag: 'a\0b' }], 'request.invalid', '0.flag'],
    [
      [{ flag: 'ok' }, { flag: 'ok', attachmentType: 'Local', fileHash: 'e'.repeat(64) }],
      'asset.notFound',
      '1.fileHash',
    ],
    [[{ flag: 'ok', attachmentType: 'Remote', remoteUrl: 'ftp://x' }], 'asset.urlInvalid', '0.remoteUrl'],
  ] as const)('refuses %j, names the field and adds none', async (body, code, path) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, flags: [] });
    const reply = await add(challenge.id, [...body]);
    expectError(reply, code);
    expect(reply.body).toMatchObject({ details: [{ path }] });
    expect(await flagsOf(challenge.id)).toEqual([]);
  });

  it('refuses challenges with generated flags and unknown challenges', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer' });
    expectError(await add(challenge.id, [{ flag: 'x' }]), 'flag.notAllowed');
    expectError(await add(987654, [{ flag: 'x' }]), 'challenge.notFound');
    const nowhere = { id: 987654, challengeId: challenge.id };
    expectError(await test.call(routes.add, { as: admin, params: nowhere, body: [] }), 'game.notFound');
  });
});

describe('a flag that is compared otherwise', () => {
  const pattern = { flag: 'flag\\{[0-9]+\\}', match: 'Regex', example: 'flag{12}' } as const;
  const build = async (values: Parameters<typeof buildChallenge>[1] = {}) =>
    (await buildChallenge(test.db, { gameId: game.id, flags: [], ...values })).challenge;

  it('is stored sealed, with a hash that no answer has, and read back', async () => {
    const challenge = await build();
    const body = [
      { flag: 'flag{plain}' },
      { flag: 'Flag{Any}', match: 'IgnoreCase' as const },
      pattern,
      { flag: 'flag{decoy}', canary: true },
    ];
    expect((await add(challenge.id, body)).status).toBe(200);
    expect(await flagsOf(challenge.id)).toMatchObject([
      { flag: 'flag{plain}', match: 'Exact', example: null, canary: false },
      { flag: 'Flag{Any}', match: 'IgnoreCase', example: null, canary: false },
      { ...pattern, canary: false },
      { flag: 'flag{decoy}', match: 'Exact', example: null, canary: true },
    ]);
    const rows = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id)).orderBy(flags.id);
    expect(rows.map(({ hash }, at) => hash === test.deps.sealing.hashFlag(challenge.id, body[at]?.flag ?? ''))).toEqual(
      [true, false, false, false],
    );
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.at(-1)).toMatchObject({ action: 'flag.add', after: { flagsAdded: 3, canariesAdded: 1 } });
    expect(JSON.stringify([rows, entries])).not.toMatch(/decoy|Any|12\}/);
  });

  it.each([
    [{ ...pattern, flag: 'flag{(' }, 'flag.patternInvalid', '0.flag'],
    [{ ...pattern, flag: '(?=x)' }, 'flag.patternInvalid', '0.flag'],
    [{ ...pattern, flag: '(a{30}){30}' }, 'flag.patternInvalid', '0.flag'],
    [{ ...pattern, flag: `${'('.repeat(100)}${')'.repeat(100)}*` }, 'request.invalid', '0.flag'],
    [{ ...pattern, flag: 'x'.repeat(201) }, 'request.invalid', '0.flag'],
    [{ ...pattern, flag: '\u{1F6A9}'.repeat(101) }, 'request.invalid', '0.flag'],
    [{ ...pattern, flag: '.*' }, 'flag.patternTooWide', '0.flag'],
    [{ ...pattern, flag: '(flag)?' }, 'flag.patternTooWide', '0.flag'],
    [{ ...pattern, flag: '.+' }, 'flag.patternTooWide', '0.flag'],
    [{ ...pattern, flag: '[\\s\\S]{1,}' }, 'flag.patternTooWide', '0.flag'],
    [{ ...pattern, example: 'flag{x}' }, 'flag.exampleWrong', '0.example'],
    [{ ...pattern, example: 'x'.repeat(256) }, 'request.invalid', '0.example'],
    [{ flag: pattern.flag, match: 'Regex' }, 'request.invalid', '0.example'],
    [{ ...pattern, match: 'Glob' }, 'request.invalid', '0.match'],
    [{ flag: 'x', canary: 'perhaps' }, 'request.invalid', '0.canary'],
  ] as const)('as %j is refused, with the field', async (body, code, path) => {
    const challenge = await build();
    const url = `/api/edit/games/${game.id}/challenges/${challenge.id}/flags`;
    const reply = await test.send({ method: 'POST', url, as: admin, payload: [body] });
    expectError(reply, code);
    expect(reply.body).toMatchObject({ status: 400, details: [{ path }] });
    if (code === 'flag.patternInvalid')
      expect(reply.body).toMatchObject({ title: expect.stringMatching(/character \d+/) });
    expect(await flagsOf(challenge.id)).toEqual([]);
  });

  it.each<[string, z.input<typeof FlagCreateBody>, z.input<typeof FlagCreateBody>]>([
    ['equal flags', { flag: 'flag{a}' }, { flag: 'flag{a}' }],
    ['one that ignores case', { flag: 'flag{a}' }, { flag: 'FLAG{A}', match: 'IgnoreCase' }],
    ['two that ignore case', { flag: 'flag{A}', match: 'IgnoreCase' }, { flag: 'FLAG{a}', match: 'IgnoreCase' }],
    ['a text in an expression', pattern, { flag: 'flag{7}' }],
    ['an expression over a text', { flag: 'flag{7}' }, pattern],
    ['an expression over an example', pattern, { flag: 'flag.*2.', match: 'Regex', example: 'flag{22}' }],
    ['an expression over one that ignores case', { flag: 'flag{7}', match: 'IgnoreCase' }, pattern],
    ['a canary equal to a right flag', { flag: 'flag{a}' }, { flag: 'flag{a}', canary: true }],
    ['a right flag equal to a canary', { flag: 'flag{a}', canary: true }, { flag: 'flag{a}' }],
    ['a canary in an expression', pattern, { flag: 'flag{1}', canary: true }],
  ])('overlaps no other: %s, whichever request brings it', async (_name, one, other) => {
    const together = await build();
    const reply = await add(together.id, [{ flag: 'else' }, one, other]);
    expectError(reply, 'flag.overlaps');
    expect(reply.body).toMatchObject({ details: [{ path: '2.flag' }], title: expect.stringContaining('2') });
    expect(await flagsOf(together.id)).toEqual([]);
    const apart = await build();
    expect((await add(apart.id, [one])).status).toBe(200);
    expectError(await add(apart.id, [other]), 'flag.overlaps');
    expect(await flagsOf(apart.id)).toHaveLength(1);
    expect((await add((await build()).id, [other])).status).toBe(200);
  });

  it('is for challenges whose flags are for all teams', async () => {
    const challenge = await build({ type: 'DynamicAttachment' });
    for (const flag of [pattern, { flag: 'x', match: 'IgnoreCase' as const }, { flag: 'x', canary: true }]) {
      const reply = await add(challenge.id, [{ flag: 'ok' }, flag]);
      expectError(reply, 'flag.notForAll');
      expect(reply.body).toMatchObject({ details: [{ path: '1.match' }] });
    }
    expect((await add(challenge.id, [{ flag: 'twin' }, { flag: 'twin' }])).status).toBe(200);
  });

  it('counts as a flag unless it is a canary', async () => {
    const enable = (challengeId: number) =>
      test.call(challengeEditRoutes.update, {
        as: admin,
        params: { id: game.id, challengeId },
        body: { isEnabled: true },
      });
    const challenge = await build({ isEnabled: false });
    await add(challenge.id, [{ flag: 'flag{decoy}', canary: true }]);
    expectError(await enable(challenge.id), 'challenge.noFlags');
    await add(challenge.id, [pattern]);
    expect((await enable(challenge.id)).status).toBe(200);
    const right = (await flagsOf(challenge.id)).find(({ canary }) => !canary);
    await remove(challenge.id, right?.id ?? 0);
    expect(await isEnabled(challenge.id)).toBe(false);
  });

  it('is stored once by fifty equal requests at once', async () => {
    const challenge = await build();
    const replies = await Promise.all(Array.from({ length: 50 }, () => add(challenge.id, [pattern])));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(await flagsOf(challenge.id)).toHaveLength(1);
  });

  it('is one of twenty expressions at most', async () => {
    const challenge = await build();
    const many = Array.from({ length: 21 }, (_, at) => ({
      flag: `flag${at}\\{[a-z]+\\}`,
      match: 'Regex' as const,
      example: `flag${at}{a}`,
    }));
    expectError(await add(challenge.id, many), 'flag.patternLimit');
    expect((await add(challenge.id, many.slice(1))).status).toBe(200);
    expectError(await add(challenge.id, many.slice(0, 1)), 'flag.patternLimit');
  });
});

describe('a flag with several files', () => {
  it('has the one of its own members first, and loses all with itself', async () => {
    await test.db.insert(files).values({ hash, name: 'one.zip', sizeBytes: 7 }).onConflictDoNothing();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment', flags: [] });
    const others = [
      { attachmentType: 'Remote' as const, remoteUrl: 'https://files.example/own' },
      { attachmentType: 'Local' as const, fileHash: hash, name: 'own.zip' },
    ];
    const before = await test.db.$count(attachments);
    await add(challenge.id, [
      { flag: 'flag{one}', attachmentType: 'Local', fileHash: hash, attachments: others },
      { flag: 'flag{two}', attachments: others },
      { flag: 'flag{none}' },
    ]);
    const stored = await flagsOf(challenge.id);
    expect(stored.map((flag) => flag.attachments.map(({ name }) => name))).toEqual([
      ['one.zip', 'own', 'own.zip'],
      ['own', 'own.zip'],
      [],
    ]);
    expect(stored.map(({ attachment }) => attachment?.name)).toEqual(['one.zip', 'own', undefined]);
    for (const { id } of stored) await remove(challenge.id, id);
    expect(await test.db.$count(attachments)).toBe(before);
  });

  it.each([
    [
      { attachments: [{ attachmentType: 'Local', fileHash: 'f'.repeat(64) }] },
      'asset.notFound',
      '1.attachments.0.fileHash',
    ],
    [{ attachments: [{ attachmentType: 'Remote', remoteUrl: 'x' }] }, 'asset.urlInvalid', '1.attachments.0.remoteUrl'],
    [
      {
        attachmentType: 'Remote',
        remoteUrl: 'https://files.example/',
        attachments: Array.from({ length: 50 }, () => ({
          attachmentType: 'Remote',
          remoteUrl: 'https://files.example/',
        })),
      },
      'request.invalid',
      '1.attachments',
    ],
  ] as const)('refuses %j and adds none', async (bad, code, path) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment', flags: [] });
    const reply = await add(challenge.id, [{ flag: 'flag{a}' }, { flag: 'flag{b}', ...bad }] as Parameters<
      typeof add
    >[1]);
    expectError(reply, code);
    expect(reply.body).toMatchObject({ details: [{ path }] });
    expect(await flagsOf(challenge.id)).toEqual([]);
  });
});

describe('PUT /api/edit/games/{id}/challenges/{challengeId}/flags/files', () => {
  const other = 'e'.repeat(64);
  const bind = (challengeId: number, body: z.input<typeof FlagFile>[]) =>
    test.call(routes.bindFiles, { as: admin, params: { id: game.id, challengeId }, body });
  const build = async (values: Parameters<typeof buildChallenge>[1] = {}) =>
    (await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment', flags: [], ...values })).challenge;
  const filesOf = async (challengeId: number) =>
    (await flagsOf(challengeId)).map(({ flag, attachment }) => [flag, attachment?.url ?? null]);

  beforeEach(async () => {
    const sizeBytes = 7;
    await test.db
      .insert(files)
      .values([
        { hash, name: 'one.zip', sizeBytes },
        { hash: other, name: 'two.zip', sizeBytes },
      ])
      .onConflictDoNothing();
  });

  it('knows each of the files that a flag has', async () => {
    const challenge = await build();
    const attachments = [{ attachmentType: 'Local' as const, fileHash: other }];
    await add(challenge.id, [{ flag: 'flag{two}', attachmentType: 'Local', fileHash: hash, attachments }]);
    const body = [hash, other, other].map((fileHash) => ({ flag: 'flag{two}', fileHash }));
    expect((await bind(challenge.id, body)).body).toEqual(['same', 'same', 'same']);
    expect(await flagsOf(challenge.id)).toHaveLength(1);
  });

  it('adds new flags, binds those without a file, and leaves those that have one', async () => {
    const challenge = await build({ flags: ['flag{alone}'] });
    await add(challenge.id, [{ flag: 'flag{full}', attachmentType: 'Local', fileHash: hash }]);
    const reply = await bind(challenge.id, [
      { flag: 'flag{new}', fileHash: hash },
      { flag: 'flag{alone}', fileHash: other },
      { flag: 'flag{full}', fileHash: hash },
      { flag: 'flag{full}', fileHash: other },
      { flag: 'flag{new}', fileHash: other },
    ]);
    expect(reply.body).toEqual(['added', 'bound', 'same', 'kept', 'kept']);
    expect(await filesOf(challenge.id)).toEqual([
      ['flag{alone}', `/assets/${other}/two.zip`],
      ['flag{full}', `/assets/${hash}/one.zip`],
      ['flag{new}', `/assets/${hash}/one.zip`],
    ]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.at(-1)).toMatchObject({ action: 'flag.bindFiles', after: { flagsAdded: 1, filesBound: 1 } });
    expect(JSON.stringify(entries)).not.toContain('flag{');
  });

  it('changes nothing when it is repeated, also at the same time', async () => {
    const challenge = await build();
    const body = [1, 2, 3].map((number) => ({ flag: `flag{${number}}`, fileHash: hash }));
    const replies = await Promise.all([bind(challenge.id, body), bind(challenge.id, body)]);
    expect(replies.map((reply) => reply.body[0]).sort()).toEqual(['added', 'same']);
    expect((await bind(challenge.id, body)).body).toEqual(['same', 'same', 'same']);
    expect(await flagsOf(challenge.id)).toHaveLength(3);
    expect((await bind(challenge.id, [])).body).toEqual([]);
  });

  it('gives each of two equal flags one file', async () => {
    const challenge = await build({ flags: ['flag{twin}', 'flag{twin}'] });
    const body = [hash, other].map((fileHash) => ({ flag: 'flag{twin}', fileHash }));
    expect((await bind(challenge.id, body)).body).toEqual(['bound', 'bound']);
    expect((await bind(challenge.id, body)).body).toEqual(['same', 'same']);
  });

  it('announces files of flags that teams may have drawn, and no new flags', async () => {
    const challenge = await build({ flags: ['flag{drawn}'] });
    const messages = async () => (await messagesIn(test.deps, `game:${game.id}`)).map(({ target }) => target);
    await bind(challenge.id, [{ flag: 'flag{new}', fileHash: hash }]);
    expect(await messages()).toEqual([]);
    await bind(challenge.id, [{ flag: 'flag{drawn}', fileHash: hash }]);
    expect(await messages()).toEqual(['ChallengesChanged']);
  });

  it('refuses unknown files and generated flags, and binds none then', async () => {
    const challenge = await build();
    const reply = await bind(challenge.id, [
      { flag: 'flag{one}', fileHash: hash },
      { flag: 'flag{two}', fileHash: 'f'.repeat(64) },
    ]);
    expectError(reply, 'asset.notFound');
    expect(reply.body).toMatchObject({ details: [{ path: '1.fileHash' }] });
    expectError(await bind(challenge.id, [{ flag: 'a\0b', fileHash: hash }]), 'request.invalid');
    expect(await flagsOf(challenge.id)).toEqual([]);
    const made = await build({ type: 'DynamicContainer' });
    expectError(await bind(made.id, [{ flag: 'flag{one}', fileHash: hash }]), 'flag.notAllowed');
    expectError(await bind(987654, []), 'challenge.notFound');
    const nowhere = { id: 987654, challengeId: challenge.id };
    expectError(await test.call(routes.bindFiles, { as: admin, params: nowhere, body: [] }), 'game.notFound');
  });
});

describe('the supply of flags', () => {
  const suppliesOf = async (challengeId: number) => {
    const params = { id: game.id };
    const list = (await test.call(challengeEditRoutes.list, { as: admin, params })).body;
    const one = (await test.call(challengeEditRoutes.get, { as: admin, params: { ...params, challengeId } })).body;
    expect(list.find(({ id }) => id === challengeId)?.supply).toEqual(one.supply);
    return one.supply;
  };

  it('counts used and left, and accepted teams without one', async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'DynamicAttachment',
      flags: ['a', 'b', 'c'],
    });
    const ids = (await flagsOf(challenge.id)).map(({ id }) => id);
    for (const status of ['Accepted', 'Suspended', 'Pending', 'Accepted', 'Accepted'] as const) {
      const { participation } = await buildParticipation(test.db, { gameId: game.id, status });
      const key = { gameId: game.id, challengeId: challenge.id, participationId: participation.id };
      const flagId = status === 'Pending' ? undefined : ids.shift();
      if (ids.length > 0 && flagId) await test.db.insert(teamChallenges).values({ ...key, flagId });
    }
    expect(await suppliesOf(challenge.id)).toEqual({ used: 2, left: 1, waiting: 2, state: 'short' });
    await add(challenge.id, [{ flag: 'd' }]);
    expect(await suppliesOf(challenge.id)).toEqual({ used: 2, left: 2, waiting: 2, state: 'tight' });
  });

  it('is nothing for challenges of other types', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    expect(await suppliesOf(challenge.id)).toBeNull();
  });
});

describe('DELETE /api/edit/games/{id}/challenges/{challengeId}/flags/{flagId}', () => {
  it('deletes a flag with its attachment, and reports an unknown flag', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    await add(challenge.id, [{ flag: 'second', attachmentType: 'Remote', remoteUrl: 'https://example.test/only' }]);
    const second = (await flagsOf(challenge.id))[1];
    expect((await remove(challenge.id, second?.id ?? 0)).body).toBe('Success');
    expect(await remove(challenge.id, second?.id ?? 0)).toMatchObject({ status: 200, body: 'NotFound' });
    expect(await flagsOf(challenge.id)).toHaveLength(1);
    const left = await test.db.select().from(attachments).where(eq(attachments.remoteUrl, 'https://example.test/only'));
    expect(left).toEqual([]);
    expect(await isEnabled(challenge.id)).toBe(true);
  });

  it('does not touch a flag of another challenge', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { challenge: other } = await buildChallenge(test.db, { gameId: game.id });
    const [flag] = await flagsOf(other.id);
    expect((await remove(challenge.id, flag?.id ?? 0)).body).toBe('NotFound');
    expectError(await remove(987654, flag?.id ?? 0), 'challenge.notFound');
  });

  it('disables the challenge with its last flag, also under concurrency', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, flags: ['a', 'b'] });
    const ids = (await flagsOf(challenge.id)).map(({ id }) => id);
    const replies = await Promise.all(ids.map((id) => remove(challenge.id, id)));
    expect(replies.map(({ body }) => body)).toEqual(['Success', 'Success']);
    expect(await isEnabled(challenge.id)).toBe(false);
    const messages = await messagesIn(test.deps, `game:${game.id}`);
    expect(messages.map(({ target }) => target)).toEqual(['ChallengesChanged']);
  });

  it('never leaves a challenge enabled without a flag', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false });
      const [flag] = await flagsOf(challenge.id);
      const params = { id: game.id, challengeId: challenge.id };
      await Promise.all([
        remove(challenge.id, flag?.id ?? 0),
        test.call(challengeEditRoutes.update, { as: admin, params, body: { isEnabled: true } }),
      ]);
      expect(await isEnabled(challenge.id)).toBe(false);
    }
  });

  it('lets a team that had drawn the flag draw another one', async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'DynamicAttachment',
      flags: ['a', 'b'],
    });
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    const [row] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id)).orderBy(flags.id);
    await test.db.insert(teamChallenges).values({
      participationId: participation.id,
      challengeId: challenge.id,
      gameId: game.id,
      flagId: row?.id ?? 0,
      flagHash: row?.hash ?? '',
      flagSealed: row?.sealed ?? '',
      loadedAt: new Date(),
      submissionCount: 3,
    });
    await remove(challenge.id, row?.id ?? 0);
    const [teamChallenge] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.challengeId, challenge.id));
    expect(teamChallenge).toMatchObject({
      flagId: null,
      flagHash: null,
      flagSealed: null,
      loadedAt: null,
      submissionCount: 3,
    });
  });
});
