import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { countMigrations } from '@vexil/db/migrate';
import { testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import postgres from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { createEmptyDatabase, hashTables, playBackedUp } from '../../testing/backup';
import { findBackup } from './archive.latest';
import { archiveName, keepNewest, openDirectoryPlace } from './archive.place';
import { backUp } from './backup';
import { openConnection } from './open-connection';
import { restore } from './restore';
import { verify } from './verify';

const clusterUrl = inject('databaseUrl');

let test: TestApp;
let target: string;
let directory: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
const cluster = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });
afterAll(() => cluster.end());

beforeEach(async () => {
  test = await createTestApp();
  empty = await createEmptyDatabase(clusterUrl);
  target = empty.url;
  directory = await mkdtemp(join(tmpdir(), 'vexil-backup-'));
});
afterEach(async () => {
  await test.close();
  await empty.drop();
  await rm(directory, { recursive: true, force: true });
});

const take = async (passphrase: string | null = null) => {
  let archive = Buffer.alloc(0);
  const deps = { sql: test.database.sql, storage: test.deps.storage, version: '0.1.0' };
  const summary = await backUp(deps, { passphrase, withObjects: true, beside: null }, async (content) => {
    archive = await buffer(content);
  });
  return { archive, summary };
};

const storageOf = () => openFileStorage(join(directory, 'files'));
const putBack = (archive: Buffer, options: { passphrase?: string; overwrite?: boolean; secretKey?: string } = {}) =>
  restore(Readable.from([archive], { objectMode: false }), {
    url: target,
    passphrase: null,
    secretKey: testSecretKey,
    storage: storageOf(),
    folder: storageOf(),
    ...options,
  });

describe('a backup', () => {
  it('brings back every row, file and capture, and ids go on after the last', async () => {
    const { game, hash, content, own } = await playBackedUp(test);
    const { archive, summary } = await take();
    expect(summary).toMatchObject({ boards: 1, files: 1, objects: 1, missingFiles: [] });
    await putBack(archive);
    expect(await hashTables(target)).toEqual(await hashTables(test.database.url));
    expect(await buffer(storageOf().read(hash))).toEqual(content);
    expect(String(await buffer(storageOf().readObject('capture/1/2/x.pcap')))).toBe('packets');
    const sql = openConnection(target);
    const { known, applied } = await countMigrations(sql);
    expect(applied).toBe(known);
    const divisions = await sql`select kind, rule_text as "ruleText", scores_alone as "scoresAlone" from divisions`;
    expect([...divisions]).toEqual([own]);
    const [next] = await sql<{ id: number }[]>`
      insert into divisions (game_id, name) values (${game.id}, 'After') returning id`;
    expect(next?.id).toBeGreaterThan(0);
    const foreign = sql`insert into divisions (game_id, name) values (999999, 'None')`;
    await expect(foreign).rejects.toThrow(/foreign key/);
    await sql.end();
  });

  it('has tables of any size', async () => {
    await playBackedUp(test);
    await test.database.sql`
      insert into logs (level, message) select 'Information', repeat('long ', i % 300)
      from generate_series(1, 20000) i`;
    const { archive, summary } = await take();
    expect(summary.rows.logs).toBe(20_000);
    await putBack(archive);
    expect(await hashTables(target)).toEqual(await hashTables(test.database.url));
  });

  it('is one moment, though solves arrive while it is written', async () => {
    const { solve } = await playBackedUp(test);
    let stopped = false;
    const solving = (async () => {
      while (!stopped) await solve();
    })();
    const { archive, summary } = await take();
    stopped = true;
    await solving;
    expect(summary.rows.solves).toBe(summary.rows.submissions);
    const result = await verify(Readable.from([archive]), {
      adminUrl: clusterUrl,
      passphrase: null,
      secretKey: testSecretKey,
      folder: storageOf(),
    });
    expect(result).toMatchObject({ boards: 1, files: 1, faults: [] });
    expect(result.sealed).toBeGreaterThan(3);
  });

  it('opens with its passphrase only', async () => {
    await playBackedUp(test);
    const { archive } = await take('correct horse battery');
    expect(archive.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    await expect(putBack(archive)).rejects.toThrow('--passphrase-file');
    await expect(putBack(archive, { passphrase: 'wrong horse battery' })).rejects.toThrow('passphrase');
    await putBack(archive, { passphrase: 'correct horse battery' });
  });

  it('names a file that the storage lacks', async () => {
    const { hash } = await playBackedUp(test);
    await test.deps.storage.delete(hash);
    expect((await take()).summary).toMatchObject({ files: 0, missingFiles: [hash] });
  });

  it('fails as a whole when a stored file is damaged', async () => {
    const { hash } = await playBackedUp(test);
    const damaged = {
      ...test.deps.storage,
      read: () => Readable.from([Buffer.from('writeup\twith\nlineX\\')], { objectMode: false }),
    };
    const deps = { sql: test.database.sql, storage: damaged, version: '0.1.0' };
    const place = openDirectoryPlace(directory);
    const backup = backUp(deps, { passphrase: null, withObjects: false, beside: null }, async (archive) => {
      await place.store(archiveName(new Date()), archive);
    });
    await expect(backup).rejects.toThrow(`The stored file ${hash} is damaged.`);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('a restore', () => {
  it('refuses a database that holds something, unless --overwrite is given', async () => {
    await playBackedUp(test);
    const { archive } = await take();
    await putBack(archive);
    const before = await hashTables(target);
    await expect(putBack(archive)).rejects.toThrow('not empty');
    await putBack(archive, { overwrite: true });
    expect(await hashTables(target)).toEqual(before);
  });

  it('refuses another key before it writes anything', async () => {
    await playBackedUp(test);
    const { archive } = await take();
    await expect(putBack(archive, { secretKey: 'x'.repeat(40) })).rejects.toThrow('SECRET_KEY');
    expect(await hashTables(target)).toEqual({});
  });

  it.each([0.2, 0.6, 0.99])('leaves the database empty when only %f of the archive is there', async (part) => {
    await playBackedUp(test);
    const { archive } = await take();
    await expect(putBack(archive.subarray(0, Math.floor(archive.length * part)))).rejects.toThrow(/damaged|incomplete/);
    expect(await hashTables(target)).toEqual({});
  });

  it('refuses what is no backup', async () => {
    await expect(putBack(Buffer.from('hello'))).rejects.toThrow(/damaged|no backup/);
  });

  it('refuses to run beside a server', async () => {
    await playBackedUp(test);
    const { archive } = await take();
    await putBack(archive);
    const server = postgres(target, { max: 1, connection: { application_name: 'vexil-server' } });
    await server`select 1`;
    await expect(putBack(archive, { overwrite: true })).rejects.toThrow('vexil-server');
    await server.end();
  });
});

describe('verify', () => {
  const check = (archive: Buffer, secretKey = testSecretKey) =>
    verify(Readable.from([archive]), { adminUrl: clusterUrl, passphrase: null, secretKey, folder: storageOf() });

  it('finds sealed texts of another key and drops its database', async () => {
    await playBackedUp(test);
    const { archive } = await take();
    const { faults } = await check(archive, 'y'.repeat(40));
    expect(faults).toContain('1 values of flags.sealed cannot be opened with this SECRET_KEY.');
    // Tests of other files verify in the same cluster.
    const left = () => cluster`select 1 from pg_database where datname like 'vexil_verify_%'`;
    await expect.poll(left, { timeout: 60_000 }).toHaveLength(0);
  });
});

describe('a place of backups', () => {
  it('keeps the newest and leaves other files alone', async () => {
    const place = openDirectoryPlace(directory);
    for (const day of [1, 2, 3, 4]) {
      await place.store(
        archiveName(new Date(Date.UTC(2030, 0, day)), { isEncrypted: day === 2 }),
        Readable.from([Buffer.from('x')]),
      );
    }
    const isGood = async ({ name }: { name: string }) => !name.includes('20300103');
    await place.store('notes.txt', Readable.from([Buffer.from('mine')]));
    expect(await keepNewest(place, { count: 2, isGood, now: new Date() })).toEqual({
      archives: ['vexil-20300101T000000Z.tar.gz'],
      contents: 0,
    });
    expect((await readdir(directory)).sort()).toEqual([
      'notes.txt',
      'vexil-20300102T000000Z.tar.gz.age',
      'vexil-20300103T000000Z.tar.gz',
      'vexil-20300104T000000Z.tar.gz',
    ]);
    const options = { passphrase: null, environment: {} };
    await expect(findBackup('latest', join(directory, 'none'), options)).rejects.toThrow('no backup');
  });

  it('lists no folder, no empty file and nothing that is gone', async () => {
    const place = openDirectoryPlace(directory);
    const name = archiveName(new Date(Date.UTC(2030, 0, 1)));
    await place.store(name, Readable.from([Buffer.from('x')]));
    await mkdir(join(directory, archiveName(new Date(Date.UTC(2030, 0, 2)))));
    await writeFile(join(directory, archiveName(new Date(Date.UTC(2030, 0, 3)))), '');
    await symlink(join(directory, 'gone'), join(directory, archiveName(new Date(Date.UTC(2030, 0, 4)))));
    expect(await place.list()).toEqual([{ name, sizeBytes: 1 }]);
  });

  it('replaces no archive, and leaves the part of another backup alone', async () => {
    const place = openDirectoryPlace(directory);
    const name = archiveName(new Date(Date.UTC(2030, 0, 1)));
    const slow = new PassThrough();
    const first = place.store(name, slow);
    await vi.waitUntil(async () => (await readdir(directory)).length > 0, 30_000);
    await expect(place.store(name, Readable.from([Buffer.from('second')]))).rejects.toThrow('EEXIST');
    slow.end('first');
    expect(await first).toEqual({ name, sizeBytes: 5 });
    await expect(place.store(name, Readable.from([Buffer.from('third')]))).rejects.toThrow('already');
    expect(await text(place.read(name))).toBe('first');
    expect(await readdir(directory)).toEqual([name]);
  });
});
