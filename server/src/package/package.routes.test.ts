import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { standardContainerOptions } from '@vexil/contract/container-options';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, type ChallengeRow, challenges, flags } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { gameStaff, games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { assetUrl } from '@vexil/rules/asset.rules';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { download, packageUpload, sha256, unzip, zipOf } from '../../testing/package';
import { exportGame } from './package.export.service';
import { importGameFrom } from './package.import.service';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

async function storeFile(content: Buffer | string, name: string, contentType = 'application/octet-stream') {
  const bytes = Buffer.from(content);
  const stored = await test.deps.storage.put(Readable.from([bytes]), bytes.length);
  await test.db
    .insert(files)
    .values({ ...stored, name, contentType })
    .onConflictDoNothing();
  return stored.hash;
}

type NewAttachment = typeof attachments.$inferInsert;

async function attach(values: NewAttachment, others: NewAttachment[] = []): Promise<number> {
  const [row] = await test.db.insert(attachments).values(values).returning();
  for (const other of others) await test.db.insert(attachments).values({ ...other, firstId: row?.id });
  return row?.id ?? 0;
}

async function addFlag({ id }: ChallengeRow, text: string, attachmentId?: number) {
  const secret = { hash: testSealing.hashFlag(id, text), sealed: testSealing.seal(text) };
  await test.db.insert(flags).values({ challengeId: id, ...secret, attachmentId: attachmentId ?? null });
}

const exportOf = async (gameId: number, as = admin) => download(test.app, gameId, await test.signIn(as));
const importOf = (content: Buffer, as = admin) =>
  test.send({ method: 'POST', url: '/api/edit/games/import', as, ...packageUpload(content) });

async function importedId(content: Buffer): Promise<number> {
  const reply = await importOf(content);
  expect(reply).toMatchObject({ status: 200, body: expect.any(Number) });
  return reply.body as number;
}

const own = { id: 1, name: 'Stego “art”', category: 'Forensics', icon: 'OSINT', colour: 'AI' } as const;

const ofAgents = { kind: 'Agents' as const, ruleText: 'Say *which*\n\n  model — 漢 😀. ', scoresAlone: true };

/** A game with every member that a package has, and every value that other platforms refuse. */
async function buildFullGame() {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer();
  const game = await buildGame(test.db, {
    title: 'Späte Würfel: Finale/2030 — 決勝',
    summary: 'Summary',
    content: '# Content\n\n“quoted”',
    hidden: false,
    practiceMode: true,
    acceptWithoutReview: false,
    writeupRequired: true,
    startAt: new Date(Date.UTC(2030, 4, 1, 8, 0, 0, 123)),
    endAt: new Date(Date.UTC(2030, 4, 3, 8)),
    writeupDeadline: new Date(Date.UTC(2030, 4, 2, 8)),
    writeupNote: 'As PDF',
    inviteCode: 'come in, please',
    teamMemberCountLimit: 5,
    containerCountLimit: 0,
    boardVisibility: 'Participants',
    hintsMayGoBelowZero: true,
    individual: true,
    rules: 'Be *fair*.\n',
    fields: [
      {
        id: 'size',
        name: 'Size',
        kind: 'Choice' as const,
        choices: ['S'],
        required: true,
        visibility: 'Public' as const,
      },
    ],
    allowsMcp: true,
    addressesKeptDays: 30,
    capturesKeptDays: 7,
    writeupsKeptDays: 365,
    customCategories: [own],
    bloodBonusPoints: [100, 50, 0],
    freezeAt: new Date(Date.UTC(2030, 4, 3, 6)),
    bloodBonus: 0,
    posterHash: await storeFile(picture, 'poster.webp', 'image/webp'),
  });
  const build = async (values: Partial<ChallengeRow> & { flags?: string[] }) =>
    (await buildChallenge(test.db, { gameId: game.id, ...values })).challenge;

  const shared = await storeFile('the same file twice', 'stored under this.bin');
  await build({
    title: 'Static file',
    category: 'Forensics',
    customCategory: own,
    content: 'Look closely',
    connection: 'nc {host} {port}\nhttps://service.example/',
    author: 'Mira “Anna” Holm',
    tags: ['easy', 'file <b>'],
    topics: ['magic numbers'],
    hints: ['First', 'Second'],
    hintList: [
      { id: 4, title: 'Start', content: 'First', cost: 0, releaseUtc: null },
      { id: 2, title: '“Where”', content: '<b>quoted\n</b>', cost: 50, releaseUtc: null },
      { id: 3, title: '', content: 'Tomorrow', cost: 0, releaseUtc: Date.UTC(2030, 4, 2, 0, 0, 0, 7) },
      { id: 7, title: '', content: 'Second', cost: 0, releaseUtc: null },
    ],
    lastHintId: 9,
    hintDueAt: new Date(Date.UTC(2030, 4, 2, 0, 0, 0, 7)),
    deadlineAt: new Date(Date.UTC(2030, 4, 2)),
    submissionLimit: 7,
    originalScore: 0,
    minScoreRate: 0.1,
    difficulty: 2.5,
    disableBloodBonus: true,
    attachmentId: await attach({ type: 'Local', fileHash: shared, fileName: 'own näme.bin' }, [
      { type: 'Local', fileHash: await storeFile('second', '旗 (2).bin'), fileName: '旗 (2).bin' },
      { type: 'Remote', remoteUrl: 'https://files.example/a%20b', fileName: 'own name' },
    ]),
    flags: ['flag{one}', 'flag{two} with blanks '],
  }).then(({ id }) =>
    test.call(flagRoutes.add, {
      as: admin,
      params: { id: game.id, challengeId: id },
      body: [
        { flag: 'Flag{Three}', match: 'IgnoreCase' },
        { flag: 'flag\\{[a-z]{20,40}\\}', match: 'Regex', example: 'flag{aaaaaaaaaaaaaaaaaaaaaaaa}' },
        { flag: 'flag{decoy}', canary: true },
        { flag: 'flag\\{decoy[0-9]+\\}', match: 'Regex', example: 'flag{decoy1}', canary: true },
      ],
    }),
  );
  await build({
    title: 'Static container',
    type: 'StaticContainer',
    containerImage: 'registry.example/image:1',
    memoryLimitMiB: 128,
    cpuTenths: 5,
    storageLimitMiB: 0,
    exposePort: 1337,
    curve: 'Linear',
    minimumScore: 0,
    decay: 7,
    readOnlyRoot: true,
    tmpfsMiB: 4,
    containerOptions: {
      ...standardContainerOptions,
      companions: [{ name: 'database', image: 'mysql:9', environment: { A: 'b' }, memoryMiB: 64, cpuTenths: 1 }],
    },
    networkMode: 'Isolated',
    enableTrafficCapture: true,
    fileName: 'source.tar',
    attachmentId: await attach({ type: 'Remote', remoteUrl: 'https://files.example/a/source.tar?x=1' }),
  });
  const perTeam = await build({
    title: 'File per team',
    type: 'DynamicAttachment',
    fileName: 'task.zip',
    containerImage: 'left over',
    flags: [],
  });
  await addFlag(
    perTeam,
    'flag{team a}',
    await attach({ type: 'Local', fileHash: await storeFile('file a', 'a.bin'), fileName: 'a.bin' }),
  );
  await addFlag(perTeam, 'flag{team b}', await attach({ type: 'Local', fileHash: shared, fileName: null }));
  await addFlag(
    perTeam,
    'flag{team c}',
    await attach({ type: 'Remote', remoteUrl: 'http://files.example/' }, [
      { type: 'Local', fileHash: shared, fileName: 'beside.bin' },
    ]),
  );
  const empty = await storeFile('', 'nothing');
  await build({
    title: 'Empty file',
    attachmentId: await attach({ type: 'Local', fileHash: empty, fileName: 'nothing' }, [
      { type: 'Local', fileHash: empty, fileName: 'nothing' },
    ]),
    flags: [],
  });
  const dynamic = await build({
    title: 'Container per team',
    type: 'DynamicContainer',
    flagTemplateSealed: testSealing.seal('flag{[TEAM_HASH] is yours [GUID]}'),
    containerImage: '',
    containerOptions: { ...standardContainerOptions, rotateFlag: true },
    networkMode: 'Custom',
  });
  const [open, closed] = await test.db
    .insert(divisions)
    .values([
      { gameId: game.id, name: 'Open', defaultPermissions: 2147483647, ...ofAgents },
      { gameId: game.id, name: 'Campus', inviteCode: 'schöner Tag', defaultPermissions: 2147483647 - 1024 },
    ])
    .returning();
  await test.db.insert(divisionChallenges).values([
    { gameId: game.id, divisionId: open?.id ?? 0, challengeId: perTeam.id, permissions: 0 },
    { gameId: game.id, divisionId: closed?.id ?? 0, challengeId: perTeam.id, permissions: 256 + 512 },
    { gameId: game.id, divisionId: closed?.id ?? 0, challengeId: dynamic.id, permissions: 2147483647 },
  ]);
  return { game, perTeam, dynamic, shared, picture };
}

/** A package without ids, export times and the members that an import resets. */
async function comparable(content: Buffer) {
  const contents = await unzip(content);
  const ids: number[] = Object.values(contents)
    .filter((each) => each !== null && typeof each === 'object' && 'scoring' in each)
    .map((each) => (each as unknown as { id: number }).id);
  const renumber = (_name: string, value: unknown) => {
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
    if ('scoring' in value && 'id' in value) return { ...value, id: ids.indexOf(value.id as number), enabled: false };
    if ('challengeId' in value) return { ...value, challengeId: ids.indexOf(value.challengeId as number) };
    if ('startTime' in value) return { ...value, hidden: true };
    if ('exportedAt' in value) return { ...value, exportedAt: '', game: {} };
    return value;
  };
  return Object.entries(contents)
    .map(([path, value]) => {
      if (Buffer.isBuffer(value)) return [path, value.toString('hex')];
      return [
        path.replace(/\d+(?=\.json$)/, (id) => String(ids.indexOf(+id))),
        JSON.parse(JSON.stringify(value, renumber)),
      ];
    })
    .sort(([a], [b]) => String(a).localeCompare(String(b)));
}

describe('hints', () => {
  it('are read by other platforms without those that cost or come later, and return all', async () => {
    const { game } = await buildFullGame();
    const { content } = await exportOf(game.id);
    const four = Array.from({ length: 4 }, () => expect.anything());
    expect(Object.values(await unzip(content))).toContainEqual(
      expect.objectContaining({
        title: 'Static file',
        hints: ['First', 'Second'],
        vexil: expect.objectContaining({ hintList: four }),
      }),
    );
    const gameId = await importedId(content);
    const [row] = await test.db
      .select()
      .from(challenges)
      .where(and(eq(challenges.gameId, gameId), eq(challenges.title, 'Static file')));
    expect(row).toMatchObject({
      ...{ hints: ['First', 'Second'], lastHintId: 4, hintDueAt: new Date(Date.UTC(2030, 4, 2, 0, 0, 0, 7)) },
      hintList: [{ id: 1, title: 'Start' }, { id: 2, cost: 50 }, { id: 3, content: 'Tomorrow' }, { id: 4 }],
    });
  });
});

describe('flags with rules', () => {
  it('are read by other platforms as texts that are right, and canaries not at all', async () => {
    const { game } = await buildFullGame();
    const contents = await unzip((await exportOf(game.id)).content);
    const challenge = Object.values(contents).find(
      (each) => !Buffer.isBuffer(each) && (each as { title?: string }).title === 'Static file',
    );
    expect(JSON.stringify((challenge as { flags?: unknown }).flags)).not.toContain('decoy');
    const values = (texts: string[]) => texts.map((value) => ({ value }));
    expect(challenge).toMatchObject({
      flags: {
        static: values(['flag{one}', 'flag{two} with blanks ', 'Flag{Three}', 'flag{aaaaaaaaaaaaaaaaaaaaaaaa}']),
      },
      vexil: { canaries: values(['flag{decoy}', 'flag\\{decoy[0-9]+\\}']) },
    });
  });
});

describe('a game with everything in it', () => {
  it('is the same after export, import and export', async () => {
    const { game } = await buildFullGame();
    const first = await exportOf(game.id);
    const id = await importedId(first.content);
    const second = await exportOf(id);
    expect(await comparable(second.content)).toEqual(await comparable(first.content));
  });

  it('is imported hidden and disabled, with new keys and otherwise unchanged', async () => {
    const { game, shared } = await buildFullGame();
    const id = await importedId((await exportOf(game.id)).content);
    const infoOf = async (gameId: number) =>
      (await test.call(gameEditRoutes.get, { as: admin, params: { id: gameId } })).body;
    const [before, after] = [await infoOf(game.id), await infoOf(id)];
    expect(after).toEqual({ ...before, id, hidden: true, publicKey: after.publicKey });
    expect(after.publicKey).not.toBe(before.publicKey);
    const [row] = await test.db.select().from(games).where(eq(games.id, id));
    expect(row?.freezeAt).toEqual(game.freezeAt);

    const detailsOf = async (gameId: number) => {
      const list = await test.call(challengeEditRoutes.list, { as: admin, params: { id: gameId } });
      const details = list.body.map((each) =>
        test.call(challengeEditRoutes.get, { as: admin, params: { id: gameId, challengeId: each.id } }),
      );
      return (await Promise.all(details)).map(({ body }) => body);
    };
    const withoutIds = (value: object) =>
      JSON.parse(JSON.stringify(value, (name, member) => (name === 'id' || name === 'isEnabled' ? null : member)));
    const [old, made] = [await detailsOf(game.id), await detailsOf(id)];
    expect(made.map(({ isEnabled }) => isEnabled)).toEqual(made.map(() => false));
    expect(made).toHaveLength(5);
    expect(made.find(({ title }) => title === 'Empty file')?.attachments).toMatchObject([
      { name: 'nothing', fileSize: 0 },
      { name: 'nothing', fileSize: 0 },
    ]);
    expect(withoutIds(made)).toEqual(withoutIds(old));
    expect(made[2]).toMatchObject({
      fileName: 'task.zip',
      flags: [
        { flag: 'flag{team a}', attachment: { type: 'Local', fileSize: 6 } },
        { flag: 'flag{team b}', attachment: { url: assetUrl(shared, 'stored under this.bin') } },
        { flag: 'flag{team c}', attachment: { type: 'Remote', url: 'http://files.example/' } },
      ],
    });

    const divisionsOf = async (gameId: number) =>
      (await test.call(divisionRoutes.list, { as: admin, params: { id: gameId } })).body;
    const newId = new Map(old.map((each, index) => [each.id, made[index]?.id]));
    expect(await divisionsOf(game.id)).toMatchObject([ofAgents, { kind: null, ruleText: '', scoresAlone: false }]);
    const expected = (await divisionsOf(game.id)).map(({ challengeConfigs, ...division }) => ({
      ...division,
      id: expect.any(Number),
      challengeConfigs: challengeConfigs.map((each) => ({ ...each, challengeId: newId.get(each.challengeId) })),
    }));
    expect(await divisionsOf(id)).toEqual(expected);
  });

  it('keeps its poster when the file is new to the server', async () => {
    const { game, picture } = await buildFullGame();
    const { content } = await exportOf(game.id);
    const other = await createTestApp();
    try {
      const as = await buildAccount(other.db, { role: 'Admin' });
      const reply = await other.send({ method: 'POST', url: '/api/edit/games/import', as, ...packageUpload(content) });
      expect(reply.status).toBe(200);
      const poster = await other.app.inject({ url: `/assets/${sha256(picture)}/poster` });
      expect(poster.headers['content-type']).toBe('image/webp');
      expect(poster.rawPayload).toEqual(picture);
      const stored = (await other.db.select().from(files)).map(({ name }) => name);
      expect(stored.sort()).toEqual(['a.bin', 'nothing', 'own näme.bin', 'poster', '旗 (2).bin']);
    } finally {
      await other.close();
    }
  });
});

describe('POST /api/edit/games/{id}/export', () => {
  it('streams a package of known length with values that other platforms accept', async () => {
    const { game, perTeam } = await buildFullGame();
    const { status, headers, content } = await exportOf(game.id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(content.length) });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Sp_te W_rfel_ Finale_2030 _ __-export-\d{8}-\d{6}\.zip"; filename\*=UTF-8''Sp%C3%A4te/,
    );
    const contents = await unzip(content);
    expect(contents['manifest.json']).toMatchObject({
      version: '1.0',
      format: 'GZCTF-GAME',
      game: { id: game.id, title: game.title },
      statistics: { challengeCount: 5, divisionCount: 2, totalFlags: 9, totalFiles: 5 },
    });
    expect(contents['game.json']).toMatchObject({
      inviteCode: null,
      containerCountLimit: 2147483647,
      startTime: '2030-05-01T08:00:00.123+00:00',
      endTime: '2030-05-03T08:00:00.000+00:00',
      writeup: { required: true, deadline: '2030-05-03T08:00:01.000+00:00', note: 'As PDF' },
      bloodBonus: { first: 0, second: 0, third: 0 },
      divisions: [
        { defaultPermissions: ['All'], challengeConfig: [{ challengeId: perTeam.id, permissions: ['None'] }] },
        {
          inviteCode: null,
          challengeConfig: [{ permissions: ['ViewChallenge', 'SubmitFlags'] }, { permissions: ['All'] }],
        },
      ],
    });
    expect(contents[`challenges/challenge-${perTeam.id}.json`]).toMatchObject({
      container: null,
      flags: {
        template: null,
        static: [
          { value: 'flag{team a}', attachment: { type: 'Local', fileName: 'a.bin', fileSize: 6, remoteUrl: null } },
          { attachment: { fileName: 'stored under this.bin' } },
          {
            attachment: { type: 'Remote', fileName: 'attachment', remoteUrl: 'http://files.example/' },
            vexil: { attachments: [{ fileName: 'beside.bin' }] },
          },
        ],
      },
    });
    // Others refuse an empty file.
    expect(Object.values(contents)).toContainEqual(
      expect.objectContaining({
        title: 'Empty file',
        attachment: null,
        vexil: expect.objectContaining({
          attachments: [expect.objectContaining({ fileSize: 0 }), expect.objectContaining({ fileSize: 0 })],
        }),
      }),
    );
    const container = Object.values(contents).find((each) => (each as ChallengeRow)?.title === 'Static container');
    expect(container).toMatchObject({
      container: {
        image: 'registry.example/image:1',
        storageLimit: 1,
        networkMode: 'Isolated',
        fileName: 'source.tar',
      },
      attachment: { type: 'Remote', fileName: 'source.tar', hash: null, fileSize: null },
      vexil: { container: { storageLimit: 0 } },
    });
    expect(contents).not.toHaveProperty('files/');
  });

  it('keeps flags and templates that are too long for other platforms', async () => {
    const game = await buildGame(test.db);
    const flag = `flag{${'e'.repeat(249)}}`;
    const template = `flag{${'long '.repeat(30)}[GUID]}`;
    await buildChallenge(test.db, { gameId: game.id, title: 'Static', flags: [flag, 'flag{short}'] });
    const flagTemplateSealed = testSealing.seal(template);
    await buildChallenge(test.db, { gameId: game.id, title: 'Template', type: 'DynamicContainer', flagTemplateSealed });
    const { content } = await exportOf(game.id);
    const written = Object.values(await unzip(content));
    const [common] = written.filter((each) => (each as { title?: string } | null)?.title === 'Static');
    expect(common).toMatchObject({ flags: { static: [{ value: flag.slice(0, 127) }, { value: 'flag{short}' }] } });
    const [none] = written.filter((each) => (each as { title?: string } | null)?.title === 'Template');
    expect(none).toMatchObject({ flags: { template: null }, vexil: { flagTemplate: template } });

    const copy = await importedId(content);
    const rows = await test.db.select().from(challenges).where(eq(challenges.gameId, copy)).orderBy(challenges.id);
    const kept = await test.db
      .select()
      .from(flags)
      .where(eq(flags.challengeId, rows[0]?.id ?? 0))
      .orderBy(flags.id);
    expect(kept.map(({ sealed }) => testSealing.unseal(sealed))).toEqual([flag, 'flag{short}']);
    expect(testSealing.unseal(rows[1]?.flagTemplateSealed ?? '')).toBe(template);
  });

  it('writes the folders of an empty game', async () => {
    const game = await buildGame(test.db);
    const contents = await unzip((await exportOf(game.id)).content);
    expect(Object.keys(contents).sort()).toEqual(['challenges/', 'files/', 'game.json', 'manifest.json']);
  });

  it('audits the export without flags', async () => {
    const { game } = await buildFullGame();
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    expect((await exportOf(game.id, organiser)).status).toBe(200);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.filter(({ action }) => action !== 'flag.add')).toMatchObject([
      { accountId: organiser.id, action: 'game.export', after: { challenges: 5, files: 5 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('flag{');
  });

  it('names a missing stored file, and aborts at a changed one', async () => {
    const game = await buildGame(test.db);
    const hash = await storeFile(randomBytes(100_000), 'picture.bin');
    const attachmentId = await attach({ type: 'Local', fileHash: hash, fileName: 'picture.bin' });
    await buildChallenge(test.db, { gameId: game.id, attachmentId });
    const { storage } = test.deps;
    const read = storage.read;
    storage.read = () => Readable.from([Buffer.alloc(100_000)]);
    await expect(exportOf(game.id)).rejects.toThrow();
    storage.read = read;
    await storage.delete(hash);
    const reply = await test.send({ method: 'POST', url: `/api/edit/games/${game.id}/export`, as: admin });
    expectError(reply, 'package.contentMissing');
    expect(reply.body).toMatchObject({ status: 400, title: expect.stringContaining('picture.bin') });
  });

  it('answers 404 for an unknown game', async () => {
    const reply = await test.send({ method: 'POST', url: '/api/edit/games/999999/export', as: admin });
    expect(reply.body).toMatchObject({ status: 404, code: 'game.notFound' });
  });

  it('is for organisers of the game', async () => {
    const game = await buildGame(test.db);
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
    for (const as of [observer, await buildAccount(test.db), await buildAccount(test.db, { role: 'Monitor' })]) {
      expect((await exportOf(game.id, as)).status).toBe(403);
    }
  });
});

describe('a hand-made package', () => {
  const file = Buffer.from('attached');
  const hash = sha256(file);
  const manifest = { version: '1.0', format: 'GZCTF-GAME', exporterVersion: '1.8.5.0' };
  const game = {
    title: 'By hand',
    hidden: false,
    practiceMode: true,
    inviteCode: 'let-me_in',
    startTime: '2026-05-01T10:00:00.1234567+02:00',
    endTime: '2026-05-02T08:00:00Z',
    unknown: { member: true },
  };

  it('is imported as by other platforms', async () => {
    const local = { type: 'Local', hash: hash.toUpperCase(), fileName: 'task.bin', fileSize: file.length };
    const content = await zipOf({
      'manifest.json': manifest,
      'game.json': {
        ...game,
        bloodBonus: { first: 100, second: 0, third: 1000 },
        divisions: [
          {
            name: 'Students',
            inviteCode: 'abc',
            defaultPermissions: ['JoinGame', 'RankOverall', 'Unheard', '4096'],
            challengeConfig: [
              { challengeId: 7, permissions: ['All'] },
              { challengeId: 8, permissions: [] },
              { challengeId: 99, permissions: ['None'] },
            ],
          },
        ],
      },
      'challenges/challenge-7.json': {
        id: 7,
        title: 'Per team',
        type: 'DynamicAttachment',
        enabled: true,
        flags: { static: [{ value: 'flag{a}', attachment: local }, { value: 'flag{b}' }] },
      },
      'challenges/challenge-8.json': {
        id: 8,
        title: 'Container',
        category: 'Pwn',
        type: 'DynamicContainer',
        limits: { deadline: '0001-01-01T00:00:00+00:00' },
        scoring: { original: 500, difficulty: 0 },
        flags: { template: 'flag{x}', static: [{ value: 'flag{never used}' }], enableTrafficCapture: true },
        container: { image: ' registry.example/pwn ', memoryLimit: 16, networkMode: null, fileName: 'src.zip' },
        // Other platforms write it without a name.
        attachment: { type: 'Remote', hash: null, fileName: null, fileSize: null, remoteUrl: 'ftp://files.example/x' },
      },
      'challenges/notes.txt': 'not a challenge',
      [`files/${hash}`]: file,
    });
    const id = await importedId(content);
    const params = { id };
    const { body: info } = await test.call(gameEditRoutes.get, { as: admin, params });
    expect(info).toMatchObject({
      title: 'By hand',
      hidden: true,
      practiceMode: false,
      inviteCode: null,
      containerCountLimit: 3,
      writeupRequired: false,
      writeupDeadline: 0,
      start: Date.UTC(2026, 4, 1, 8, 0, 0, 123),
      end: Date.UTC(2026, 4, 2, 8),
      bloodBonus: 100 * 2 ** 20 + 1000,
      poster: null,
    });
    const rows = await test.db.select().from(challenges).where(eq(challenges.gameId, id)).orderBy(challenges.id);
    expect(rows).toMatchObject([
      { title: 'Per team', isEnabled: false, originalScore: 1000, fileName: 'attachment', containerImage: '' },
      {
        title: 'Container',
        originalScore: 500,
        minScoreRate: 0.25,
        containerImage: 'registry.example/pwn',
        memoryLimitMiB: 16,
        storageLimitMiB: 256,
        networkMode: 'Open',
        enableTrafficCapture: true,
        fileName: 'src.zip',
        deadlineAt: null,
      },
    ]);
    const ids = rows.map((row) => row.id);
    const [first, second] = await Promise.all(
      ids.map(async (challengeId) => {
        const reply = await test.call(challengeEditRoutes.get, { as: admin, params: { id, challengeId } });
        return reply.body;
      }),
    );
    expect(first?.flags).toMatchObject([
      { flag: 'flag{a}', attachment: { url: `/assets/${hash}/task.bin`, fileSize: file.length } },
      { flag: 'flag{b}', attachment: null },
    ]);
    expect(second).toMatchObject({ flags: [], flagTemplate: 'flag{x}', attachment: { url: 'ftp://files.example/x' } });
    expect(second?.difficulty).toBeGreaterThan(0);
    expect((await test.call(divisionRoutes.list, { as: admin, params })).body).toMatchObject([
      {
        name: 'Students',
        inviteCode: 'abc',
        defaultPermissions: 1 + 2 + 4096,
        challengeConfigs: [
          { challengeId: ids[0], permissions: 2147483647 },
          { challengeId: ids[1], permissions: 0 },
        ],
      },
    ]);
    const asset = await test.app.inject({ url: `/assets/${hash}/task.bin` });
    expect(asset.body).toBe('attached');
  });

  it('has the default blood bonus where it is absent, and none where it is null', async () => {
    const bonusOf = async (content: object) => {
      const id = await importedId(await zipOf({ 'manifest.json': {}, 'game.json': content, 'challenges/': null }));
      return (await test.call(gameEditRoutes.get, { as: admin, params: { id } })).body.bloodBonus;
    };
    expect(await bonusOf(game)).toBe(52459530);
    expect(await bonusOf({ ...game, bloodBonus: null })).toBe(0);
  });

  it('is audited without secrets', async () => {
    const secret = { ...game, vexil: { practiceMode: true, freezeTime: null, inviteCode: 'sesame open' } };
    const id = await importedId(await zipOf({ 'manifest.json': manifest, 'game.json': secret, 'challenges/': null }));
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, id));
    expect(entries).toMatchObject([
      {
        accountId: admin.id,
        action: 'game.import',
        after: { title: 'By hand', challenges: 0, inviteCode: '(secret)' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('sesame');
  });
});

describe('a package over PACKAGE_MAX_MIB', () => {
  const limited = (packageMaxMiB: number) => ({
    ...test.deps,
    config: { ...test.deps.config, packageMaxMiB, attachmentMaxMiB: 1 },
  });
  const by = { accountId: null, ip: null };

  it('is not handed out, because no import would take it; one below is, whatever its files have', async () => {
    const { id: gameId } = await buildGame(test.db);
    const fileHash = await storeFile(randomBytes(3 * 1024 ** 2 - 64 * 1024), 'large.bin');
    const attachmentId = await attach({ type: 'Local', fileHash });
    await buildChallenge(test.db, { gameId, attachmentId });
    const exported = exportGame(limited(2), by, gameId, new Date());
    await expect(exported).rejects.toMatchObject({ code: 'package.tooLarge' });
    const { content } = await exportGame(limited(3), by, gameId, new Date());
    const path = join(await mkdtemp(join(tmpdir(), 'vexil-package-')), 'game.zip');
    await writeFile(path, await buffer(content));
    expect(await importGameFrom(limited(3), by, path, 'en-US')).toEqual(expect.any(Number));
    await rm(dirname(path), { recursive: true });
  });
});
