import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { gameStaff, games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { packageUpload, sha256, type ZippedEntry, zip, zipOf } from '../../testing/package';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const url = '/api/edit/games/import';
const send = (body: ReturnType<typeof packageUpload>, as: AccountRow | null = admin, headers = {}) =>
  test.send({ method: 'POST', url, ...body, headers: { ...body.headers, ...headers }, ...(as ? { as } : {}) });
const importOf = (content: Buffer, as?: AccountRow) => send(packageUpload(content), as);

async function listFiles(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
}

/** Counts of everything that an import creates. */
async function everything() {
  const tables = [games, challenges, flags, attachments, divisions, files, auditEntries];
  const counts = await Promise.all(tables.map((table) => test.db.$count(table)));
  return { counts, files: (await listFiles(test.deps.config.dataDir)).sort() };
}

const file = Buffer.from('attached to a broken package');
const hash = sha256(file);
const local = { type: 'Local', hash, fileName: 'task.bin', fileSize: file.length };
const remote = { type: 'Remote', fileName: 'x', remoteUrl: 'https://files.example/x' };
const manifest = { version: '1.0', format: 'GZCTF-GAME' };
const game = {
  title: 'Broken',
  startTime: '2030-05-01T08:00:00+00:00',
  endTime: '2030-05-02T08:00:00+00:00',
  divisions: [{ name: 'Open', challengeConfig: [{ challengeId: 1, permissions: [] }] }],
};
const container = { image: 'registry.example/image' };
const challenge = { id: 1, title: 'Task', attachment: local, flags: { static: [{ value: 'flag{x}' }] } };
const sound = {
  'manifest.json': manifest,
  'game.json': game,
  'challenges/challenge-1.json': challenge,
  [`files/${hash}`]: file,
};

/** Replaces entry names by others of the same length, as in a tampered archive. */
function rename(archive: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Sets the encryption flag in the central directory. */
function encrypt(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  const at = copy.indexOf('PK\x01\x02', 0, 'latin1');
  copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
  return copy;
}

const withEntry = (...entries: ZippedEntry[]) =>
  zip([...Object.entries(sound).map(([path, content]) => ({ path, content })), ...entries]);

describe('a valid package', () => {
  it('is the base of the invalid ones', async () => {
    expect((await importOf(await zipOf(sound))).status).toBe(200);
    await test.db.delete(games);
    await test.db.delete(attachments);
    await test.db.delete(files);
    await test.deps.storage.delete(hash);
  });
});

describe('an invalid package', () => {
  let before: Awaited<ReturnType<typeof everything>>;
  beforeEach(async () => {
    before = await everything();
  });

  async function expectRefusal(content: Buffer, code: string, named: string) {
    const reply = await importOf(content);
    expect(reply.body).toMatchObject({ status: 400, code });
    expect(JSON.stringify(reply.body)).toContain(named);
    expect(await everything()).toEqual(before);
  }

  const files64 = `files/${'0'.repeat(64)}`;
  const { 'manifest.json': _manifest, ...noManifest } = sound;
  const { 'game.json': _game, ...noGame } = sound;
  it.each<[what: string, contents: object, code: string, named: string]>([
    ['no manifest', noManifest, 'package.fileMissing', 'manifest.json'],
    ['no game', noGame, 'package.fileMissing', 'game.json'],
    ['no folder of challenges', { 'manifest.json': manifest, 'game.json': game }, 'package.fileMissing', 'challenges/'],
    ['another format', { ...sound, 'manifest.json': { format: 'OTHER' } }, 'package.formatUnknown', 'OTHER'],
    ['a manifest that is no JSON', { ...sound, 'manifest.json': '{' }, 'package.invalid', 'manifest.json'],
    ['a game that is null', { ...sound, 'game.json': 'null' }, 'package.invalid', 'game.json'],
    ['a text that is not UTF-8', { ...sound, 'game.json': Buffer.from([0x22, 0xff]) }, 'package.invalid', 'game.json'],
    ['a file under another hash', { ...sound, [files64]: file }, 'package.hashWrong', files64],
    ['a used file under another hash', { ...sound, [`files/${hash}`]: 'else' }, 'package.hashWrong', hash],
    ['a file that is named by no hash', { ...sound, 'files/a.bin': file }, 'package.hashWrong', 'files/a.bin'],
    ['the same file twice', { ...sound, [`files/${hash.toUpperCase()}`]: file }, 'package.entryTwice', 'files/'],
    [
      'the same id twice',
      { ...sound, 'challenges/challenge-2.json': { id: 1, title: 'Again' } },
      'package.invalid',
      'challenge-2.json: id',
    ],
    [
      'a poster of no bytes',
      { ...sound, 'game.json': { ...game, posterHash: sha256('') }, [`files/${sha256('')}`]: '' },
      'asset.empty',
      'game.json:posterHash',
    ],
    [
      'a second attachment that is not in it',
      {
        ...sound,
        'challenges/challenge-2.json': { title: 'x', vexil: { attachments: [{ ...local, hash: 'a'.repeat(64) }] } },
      },
      'package.fileMissing',
      'challenge-2.json:vexil.attachments.0.hash',
    ],
    [
      'too many attachments of a flag',
      {
        ...sound,
        'challenges/challenge-2.json': {
          title: 'x',
          flags: { static: [{ value: 'a', vexil: { attachments: Array.from({ length: 51 }, () => remote) } }] },
        },
      },
      'package.invalid',
      'challenge-2.json: flags.static.0.vexil.attachments',
    ],
    [
      'an attachment that is not in it',
      { ...sound, 'challenges/challenge-2.json': { title: 'x', attachment: { ...local, hash: 'a'.repeat(64) } } },
      'package.fileMissing',
      'challenge-2.json:attachment.hash',
    ],
    [
      'a poster that is not in it',
      { ...sound, 'game.json': { ...game, posterHash: 'b'.repeat(64) } },
      'package.fileMissing',
      'game.json:posterHash',
    ],
  ])('has %s', async (_what, contents, code, named) => {
    await expectRefusal(await zipOf(contents as Record<string, unknown>), code, named);
  });

  it.each<[field: string, change: object]>([
    ['title', { title: ' ' }],
    ['title', { title: 'a\0b' }],
    ['title', { title: '\ud800' }],
    ['summary', { summary: null }],
    ['inviteCode', { inviteCode: 'x'.repeat(33) }],
    ['inviteCode', { inviteCode: 'with blank' }],
    ['teamMemberCountLimit', { teamMemberCountLimit: -1 }],
    ['teamMemberCountLimit', { teamMemberCountLimit: '3' }],
    ['containerCountLimit', { containerCountLimit: 0 }],
    ['containerCountLimit', { containerCountLimit: 1e10 }],
    ['startTime', { startTime: 1_777_000_000_000 }],
    ['startTime', { startTime: 'tomorrow' }],
    ['endTime', { endTime: game.startTime }],
    ['writeup.deadline', { writeup: { required: true, deadline: game.endTime } }],
    ['bloodBonus.first', { bloodBonus: { first: 1024, second: 0, third: 0 } }],
    ['bloodBonus.third', { bloodBonus: { first: 1, second: 0 } }],
    ['posterHash', { posterHash: 'abc' }],
    ['divisions', { divisions: null }],
    ['divisions.0.name', { divisions: [{ name: 'x'.repeat(32) }] }],
    ['divisions.0.name', { divisions: [{ name: 'Op\u200ben' }] }],
    ['divisions.0.inviteCode', { divisions: [{ name: 'x', inviteCode: 'ü' }] }],
    ['divisions.0.challengeConfig.0.challengeId', { divisions: [{ name: 'x', challengeConfig: [{}] }] }],
    [
      'divisions.0.challengeConfig.1.challengeId',
      { divisions: [{ name: 'x', challengeConfig: [{ challengeId: 1 }, { challengeId: 1 }] }] },
    ],
    ['vexil.practiceMode', { vexil: {} }],
  ])('breaks the rule of the game: %s', async (field, change) => {
    const content = await zipOf({ ...sound, 'game.json': { ...game, ...change } });
    await expectRefusal(content, 'package.invalid', `game.json: ${field}`);
  });

  it.each<[field: string, change: object]>([
    ['title', { title: '' }],
    ['category', { category: 'Cooking' }],
    ['type', { type: 3 }],
    ['scoring', { scoring: null }],
    ['scoring.original', { scoring: { original: 0 } }],
    ['scoring.minRate', { scoring: { minRate: 1.1 } }],
    ['scoring.difficulty', { scoring: { difficulty: -1 } }],
    ['limits', { limits: null }],
    ['limits.submission', { limits: { submission: 1.5 } }],
    ['limits.submission', { limits: { submission: 10_001 } }],
    ['limits.deadline', { limits: { deadline: '2030-05-01' } }],
    ['flags', { flags: null }],
    ['flags.template', { flags: { template: 'x'.repeat(256) } }],
    ['flags.template', { type: 'DynamicContainer', container, flags: { template: '[GUID]'.repeat(8) } }],
    ['flags.static.0.value', { flags: { static: [{ value: ' ' }] } }],
    ['flags.static.0.value', { flags: { static: [{ value: 'x'.repeat(256) }] } }],
    ['flags.static.1.attachment.hash', { flags: { static: [{ value: 'x' }, { value: 'y', attachment: {} }] } }],
    ['attachment.hash', { attachment: { ...local, hash: 'g'.repeat(64) } }],
    ['attachment.fileName', { attachment: { ...local, fileName: ' ' } }],
    ['attachment.fileSize', { attachment: { ...local, fileSize: null } }],
    ['attachment.fileSize', { attachment: { type: 'None', fileSize: -1 } }],
    ['attachment.remoteUrl', { attachment: { ...remote, remoteUrl: '' } }],
    ['attachment.remoteUrl', { attachment: { ...remote, remoteUrl: 'javascript:alert(1)' } }],
    ['hints.0', { hints: [1] }],
    ['container', { type: 'StaticContainer' }],
    ['container.image', { container: { image: '' } }],
    ['container.memoryLimit', { container: { ...container, memoryLimit: 0 } }],
    ['container.storageLimit', { container: { ...container, storageLimit: 0 } }],
    ['container.exposePort', { container: { ...container, exposePort: 65_536 } }],
    ['vexil.scoring.minimum', { vexil: { scoring: { curve: 'Logarithmic', minimum: 2 ** 31 - 1, decay: 1 } } }],
    ['vexil.scoring.curve', { vexil: { scoring: { curve: 'Cubic', minimum: 0, decay: 1 } } }],
    ['container.networkMode', { container: { ...container, networkMode: 'Bridge' } }],
  ])('breaks the rule of a challenge: %s', async (field, change) => {
    const content = await zipOf({ ...sound, 'challenges/challenge-1.json': { ...challenge, ...change } });
    await expectRefusal(content, 'package.invalid', `challenges/challenge-1.json: ${field}`);
  });

  it.each<[what: string, tamper: () => Promise<Buffer>, code: string, named: string]>([
    [
      'a path that leaves it',
      async () => rename(await withEntry({ path: 'aa/evil', content: 'x' }), 'aa/evil', '../evil'),
      'package.entryUnsafe',
      '../evil',
    ],
    [
      'an absolute path',
      async () => rename(await withEntry({ path: 'a/evil', content: 'x' }), 'a/evil', '//evil'),
      'package.entryUnsafe',
      '/evil',
    ],
    [
      'a backslash',
      async () => rename(await withEntry({ path: 'aa/evil', content: 'x' }), 'aa/evil', '..\\evil'),
      'package.entryUnsafe',
      'evil',
    ],
    [
      'a control character',
      async () => rename(await withEntry({ path: 'a/evil', content: 'x' }), 'a/evil', 'a/\0vil'),
      'package.entryUnsafe',
      'vil',
    ],
    [
      'a link',
      () => withEntry({ path: 'files/link', content: '/etc/passwd', mode: 0o120777 }),
      'package.entryUnsafe',
      'files/link',
    ],
    [
      'a device',
      () => withEntry({ path: 'files/device', content: '', mode: 0o020666 }),
      'package.entryUnsafe',
      'files/device',
    ],
    ['an entry twice', () => withEntry({ path: 'game.json', content: game }), 'package.entryTwice', 'game.json'],
    [
      'an encrypted entry',
      async () => encrypt(await zip([{ path: 'manifest.json', content: manifest, compress: true }])),
      'package.entryEncrypted',
      'manifest.json',
    ],
    [
      'a bomb',
      () => withEntry({ path: 'bomb', content: Buffer.alloc(96 * 1024 ** 2), compress: true }),
      'package.unpacksTooLarge',
      'bomb',
    ],
    [
      'too long a text',
      () => withEntry({ path: 'challenges/challenge-2.json', content: Buffer.alloc(17 * 1024 ** 2, 32) }),
      'package.unpacksTooLarge',
      'challenge-2.json',
    ],
    [
      'too many entries',
      () => zip(Array.from({ length: 20_001 }, (_, index) => ({ path: `e/${index}`, content: '' }))),
      'package.entriesTooMany',
      '20000',
    ],
    ['a changed text', async () => rename(await zipOf(sound), 'Broken', 'broken'), 'package.damaged', 'game.json'],
    [
      'a wrong size',
      async () => {
        const archive = await zip([{ path: 'manifest.json', content: ' '.repeat(5000), compress: true }]);
        archive.writeUInt32LE(4000, archive.indexOf('PK\x01\x02', 0, 'latin1') + 24);
        return archive;
      },
      'package.damaged',
      'manifest.json',
    ],
    ['no end', async () => (await zipOf(sound)).subarray(0, -30), 'package.notZip', 'zip'],
    ['no zip at all', async () => Buffer.from('just text'), 'package.notZip', 'zip'],
  ])('has %s', async (_what, tamper, code, named) => {
    await expectRefusal(await tamper(), code, named);
  });

  it("is refused in the caller's language", async () => {
    const body = packageUpload(await zipOf({ ...sound, 'game.json': { ...game, title: '' } }));
    const reply = await send(body, admin, { 'accept-language': 'zh-CN' });
    expect(reply.body).toMatchObject({ title: 'game.json: title 不能为空。', details: [{ path: 'game.json:title' }] });
  });

  it('deletes new files when storing rows fails, and keeps files of others', async () => {
    const known = Buffer.from('known before');
    const stored = await test.deps.storage.put(Readable.from([known]), known.length);
    await test.db.insert(files).values({ ...stored, name: 'known.bin' });
    before = await everything();
    const attachment = { ...local, hash: stored.hash };
    const contents = {
      ...sound,
      'challenges/challenge-2.json': { id: 2, title: 'Second', attachment },
      [`files/${stored.hash}`]: known,
    };
    await test.database.db.execute('alter table divisions add constraint refuse check (false) not valid');
    const reply = await importOf(await zipOf(contents));
    await test.database.db.execute('alter table divisions drop constraint refuse');
    expect(reply.status).toBe(500);
    expect(await everything()).toEqual(before);
    expect(await test.deps.storage.size(hash)).toBeUndefined();
    expect(await test.deps.storage.size(stored.hash)).toBe(known.length);
  });

  it('does not fail a concurrent import of the same files', async () => {
    const contents = await zipOf(sound);
    const broken = await zipOf({ ...sound, 'challenges/challenge-1.json': challenge, [files64]: file });
    const replies = await Promise.all([broken, contents, broken, contents].map((content) => importOf(content)));
    expect(replies.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
    expect(await test.deps.storage.size(hash)).toBe(file.length);
    expect((await test.app.inject({ url: `/assets/${hash}/task.bin` })).body).toBe(file.toString());
  });
});

describe('an invalid upload', () => {
  it.each<[what: string, part: Parameters<typeof packageUpload>[1], content: string, code: string]>([
    ['another name', { fileName: 'game.tar' }, 'x', 'package.notZip'],
    ['another type', { type: 'text/html' }, 'x', 'package.notZip'],
    ['another field', { field: 'package' }, 'x', 'asset.fileMissing'],
    ['nothing in it', {}, '', 'asset.empty'],
  ])('has %s', async (_what, part, content, code) => {
    const reply = await send(packageUpload(Buffer.from(content), part));
    expect(reply.body).toMatchObject({ status: 400, code });
    expect(await listFiles(join(test.deps.config.dataDir, 'packages'))).toEqual([]);
  });

  it('is accepted with either zip type and an upper-case name', async () => {
    const content = await zipOf(sound);
    const part = { fileName: 'GAME.ZIP', type: 'application/x-zip-compressed' };
    expect((await send(packageUpload(content, part))).status).toBe(200);
  });

  it('is refused with 415 when it is not multipart', async () => {
    const headers = { 'content-type': 'application/zip' };
    const reply = await test.send({ method: 'POST', url, as: admin, headers, payload: await zipOf(sound) });
    expect(reply.body).toMatchObject({ status: 415, code: 'request.mediaType' });
  });

  it('leaves nothing behind when aborted', async () => {
    const before = await everything();
    const { payload, headers } = packageUpload(await zipOf(sound));
    const cut = payload.subarray(0, payload.length - 40);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => test.send({ method: 'POST', url, as: admin, headers, payload: cut })),
    );
    for (const reply of replies) expectError(reply, 'request.invalid');
    // A file that is written after its upload was aborted.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await vi.waitFor(async () => expect(await everything()).toEqual(before), 30_000);
  });

  it('deletes files of killed processes', async () => {
    const path = join(test.deps.config.dataDir, 'packages', 'left.zip');
    await writeFile(path, 'left');
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(path, old, old);
    await importOf(Buffer.from('no package'));
    expect(await listFiles(join(test.deps.config.dataDir, 'packages'))).toEqual([]);
  });
});

const largeBytes = 100 * 1024 ** 2;

/** Writes a multipart body with a package to a file; returns its headers. */
async function writeLargePackage(path: string): Promise<{ headers: Record<string, string> }> {
  const large = Buffer.alloc(largeBytes, 'not very random, and not compressed either ');
  const name = sha256(large);
  const attachment = { ...local, hash: name, fileSize: large.length };
  const { payload, headers } = packageUpload(
    await zipOf({
      'manifest.json': manifest,
      'game.json': { ...game, divisions: [] },
      'challenges/challenge-1.json': { title: 'Large', attachment },
      [`files/${name}`]: large,
    }),
  );
  await writeFile(path, payload);
  return { headers: { ...headers, 'content-length': String(payload.length) } };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of live buffers after garbage collection. */
function held(): number {
  // The first collection finalises them, the second frees them.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** A streamed request over a real connection, which fills up when the server does not read. */
async function post(
  to: string,
  headers: Record<string, string>,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<IncomingMessage> {
  const sent = request(to, { method: 'POST', headers });
  const [[reply]] = await Promise.all([once(sent, 'response'), pipeline(body, sent)]);
  return reply as IncomingMessage;
}

describe('POST /api/edit/games/import', () => {
  it('is for administrators', async () => {
    const content = await zipOf(sound);
    const organiser = await buildAccount(test.db);
    const { id: gameId } = await buildGame(test.db);
    await test.db.insert(gameStaff).values({ gameId, accountId: organiser.id, role: 'organiser' });
    expect((await send(packageUpload(content), null)).status).toBe(401);
    for (const as of [organiser, await buildAccount(test.db, { role: 'Monitor' })]) {
      expectError(await importOf(content, as), 'account.forbidden');
    }
  });

  it('streams a large package in little memory, both ways', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vexil-package-'));
    const headers = { cookie: await test.signIn(admin) };
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { storage } = test.deps;
    const put = storage.put;
    try {
      const path = join(directory, 'large.zip');
      const upload = await writeLargePackage(path);
      const base = held();
      const measured: number[] = [];
      // Halfway, the reader pauses while live buffers are counted.
      const halfway = async function* (chunks: AsyncIterable<Uint8Array>) {
        let sizeBytes = 0;
        for await (const chunk of chunks) {
          const before = sizeBytes;
          sizeBytes += chunk.length;
          if (before < largeBytes / 2 && sizeBytes >= largeBytes / 2) measured.push(held() - base);
          yield chunk;
        }
      };
      storage.put = (content, max) => put(Readable.from(halfway(content), { objectMode: false }), max);
      const imported = await post(
        `${origin}${url}`,
        { ...headers, ...upload.headers },
        halfway(createReadStream(path)),
      );
      expect(imported.statusCode).toBe(200);
      const id = await text(imported);
      const exported = await post(`${origin}/api/edit/games/${id}/export`, headers, []);
      let received = 0;
      for await (const chunk of halfway(exported)) received += chunk.length;
      expect(received).toBe(Number(exported.headers['content-length']));
      expect(received).toBeGreaterThan(largeBytes);
      expect(measured).toHaveLength(3);
      expect(Math.max(...measured)).toBeLessThan(largeBytes * 0.4);
    } finally {
      storage.put = put;
      await rm(directory, { recursive: true, force: true });
    }
  });
});
