import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { countMigrations } from '@vexil/db/migrate';
import { files } from '@vexil/db/schema/file';
import { solves } from '@vexil/db/schema/submission';
import { checkSecretKey } from '@vexil/db/secret-key';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { archiveName, findArchive, keepNewest, openDirectoryPlace } from './archive.place';
import { backUp } from './backup';
import { listTables } from './backup.queries';
import { openConnection, restore } from './restore';
import { verify } from './verify';

const clusterUrl = inject('databaseUrl');

let test: TestApp;
let target: string;
let directory: string;
const cluster = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });

async function createEmpty(): Promise<string> {
  const name = `vexil_restore_${randomBytes(6).toString('hex')}`;
  await cluster.unsafe(`create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

beforeEach(async () => {
  test = await createTestApp();
  target = await createEmpty();
  directory = await mkdtemp(join(tmpdir(), 'vexil-backup-'));
});
afterEach(async () => {
  await test.close();
  await cluster.unsafe(`drop database ${new URL(target).pathname.slice(1)} with (force)`);
  await rm(directory, { recursive: true, force: true });
});

/** A game with two solves, a stored file and a capture. */
async function play() {
  await checkSecretKey(test.database.url, testSecretKey);
  const game = await buildGame(test.db);
  const { challenge, flags } = await buildChallenge(test.db, { gameId: game.id });
  const solve = async () => {
    const built = await buildParticipation(test.db, { gameId: game.id });
    const { participation, captain } = built;
    const submission = await buildSubmission(test.db, built, challenge, { answer: flags[0] ?? '', status: 'Accepted' });
    await test.db.insert(solves).values({
      participationId: participation.id,
      challengeId: challenge.id,
      gameId: game.id,
      submissionId: submission.id,
      accountId: captain.id,
      solvedAt: submission.submittedAt,
    });
  };
  await solve();
  await solve();
  const content = Buffer.from('writeup\twith\nlines\\');
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([content]), 1000);
  await test.db.insert(files).values({ hash, name: 'a\tb\n.pdf', sizeBytes });
  await test.deps.storage.putObject('capture/1/2/x.pcap', Readable.from([Buffer.from('packets')]), 1000);
  return { game, challenge, hash, content, solve };
}

const take = async (passphrase: string | null = null) => {
  let archive = Buffer.alloc(0);
  const deps = { sql: test.database.sql, storage: test.deps.storage, version: '0.1.0' };
  const summary = await backUp(deps, { passphrase, withObjects: true }, async (content) => {
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
    ...options,
  });

/** A hash of the rows of every table, in the order of their text. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const sql = openConnection(url);
  try {
    const contents: Record<string, string> = {};
    for (const { name } of await listTables(sql)) {
      const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from "${name}" t order by 1`);
      contents[name] = createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex');
    }
    return contents;
  } finally {
    await sql.end();
  }
}

describe('a backup', () => {
  it('brings back every row, file and capture, and ids go on after the last', async () => {
    const { game, hash, content } = await play();
    const { archive, summary } = await take();
    expect(summary).toMatchObject({ boards: 1, files: 1, objects: 1, missingFiles: [] });
    await putBack(archive);
    expect(await contentsOf(target)).toEqual(await contentsOf(test.database.url));
    expect(await buffer(storageOf().read(hash))).toEqual(content);
    expect(String(await buffer(storageOf().readObject('capture/1/2/x.pcap')))).toBe('packets');
    const sql = openConnection(target);
    const { known, applied } = await countMigrations(sql);
    expect(applied).toBe(known);
    const [next] = await sql<{ id: number }[]>`
      insert into divisions (game_id, name) values (${game.id}, 'After') returning id`;
    expect(next?.id).toBeGreaterThan(0);
    const foreign = sql`insert into divisions (game_id, name) values (999999, 'None')`;
    await expect(foreign).rejects.toThrow(/foreign key/);
    await sql.end();
  });

  it('has tables of any size', async () => {
    await play();
    await test.database.sql`
      insert into logs (level, message) select 'Information', repeat('long ', i % 300)
      from generate_series(1, 20000) i`;
    const { archive, summary } = await take();
    expect(summary.rows.logs).toBe(20_000);
    await putBack(archive);
    expect(await contentsOf(target)).toEqual(await contentsOf(test.database.url));
  });

  it('is one moment, though solves arrive while it is written', async () => {
    const { solve } = await play();
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
    });
    expect(result).toMatchObject({ boards: 1, files: 1, faults: [] });
    expect(result.sealed).toBeGreaterThan(3);
  });

  it('opens with its passphrase only', async () => {
    await play();
    const { archive } = await take('correct horse battery');
    expect(archive.toString('latin1')).toMatch(/^age-encryption\.org/);
    await expect(putBack(archive)).rejects.toThrow('--passphrase-file');
    await expect(putBack(archive, { passphrase: 'wrong horse battery' })).rejects.toThrow('passphrase');
    await putBack(archive, { passphrase: 'correct horse battery' });
  });

  it('names a file that the storage lacks', async () => {
    const { hash } = await play();
    await test.deps.storage.delete(hash);
    expect((await take()).summary).toMatchObject({ files: 0, missingFiles: [hash] });
  });

  it('fails as a whole when a stored file is damaged', async () => {
    const { hash } = await play();
    const damaged = {
      ...test.deps.storage,
      read: () => Readable.from([Buffer.from('writeup\twith\nlineX\\')], { objectMode: false }),
    };
    const deps = { sql: test.database.sql, storage: damaged, version: '0.1.0' };
    const place = openDirectoryPlace(directory);
    const backup = backUp(deps, { passphrase: null, withObjects: false }, async (archive) => {
      await place.store(archiveName(new Date(), false), archive);
    });
    await expect(backup).rejects.toThrow(`The stored file ${hash} is damaged.`);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('a restore', () => {
  it('refuses a database that holds something, unless --overwrite is given', async () => {
    await play();
    const { archive } = await take();
    await putBack(archive);
    const before = await contentsOf(target);
    await expect(putBack(archive)).rejects.toThrow('not empty');
    await putBack(archive, { overwrite: true });
    expect(await contentsOf(target)).toEqual(before);
  });

  it('refuses another key before it writes anything', async () => {
    await play();
    const { archive } = await take();
    await expect(putBack(archive, { secretKey: 'x'.repeat(40) })).rejects.toThrow('SECRET_KEY');
    expect(await contentsOf(target)).toEqual({});
  });

  it.each([0.2, 0.6, 0.99])('leaves the database empty when only %f of the archive is there', async (part) => {
    await play();
    const { archive } = await take();
    await expect(putBack(archive.subarray(0, Math.floor(archive.length * part)))).rejects.toThrow(/damaged|incomplete/);
    expect(await contentsOf(target)).toEqual({});
  });

  it('refuses what is no backup', async () => {
    await expect(putBack(Buffer.from('hello'))).rejects.toThrow(/damaged|no backup/);
  });

  it('refuses to run beside a server', async () => {
    await play();
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
    verify(Readable.from([archive]), { adminUrl: clusterUrl, passphrase: null, secretKey });

  it('finds sealed texts of another key and drops its database', async () => {
    await play();
    const { archive } = await take();
    const { faults } = await check(archive, 'y'.repeat(40));
    expect(faults).toContain('1 values of flags.sealed cannot be opened with this SECRET_KEY.');
    const left = await cluster`select 1 from pg_database where datname like 'vexil_verify_%'`;
    expect(left).toHaveLength(0);
  });
});

describe('a place of backups', () => {
  it('keeps the newest and leaves other files alone', async () => {
    const place = openDirectoryPlace(directory);
    for (const day of [1, 2, 3]) {
      await place.store(archiveName(new Date(Date.UTC(2030, 0, day)), day === 2), Readable.from([Buffer.from('x')]));
    }
    await place.store('notes.txt', Readable.from([Buffer.from('mine')]));
    expect(await keepNewest(place, 2)).toEqual(['vexil-20300101T000000Z.tar.gz']);
    expect((await readdir(directory)).sort()).toEqual([
      'notes.txt',
      'vexil-20300102T000000Z.tar.gz.age',
      'vexil-20300103T000000Z.tar.gz',
    ]);
    expect((await findArchive('latest', directory, {})).name).toBe('vexil-20300103T000000Z.tar.gz');
    await expect(findArchive('latest', join(directory, 'none'), {})).rejects.toThrow('no backup');
  });
});
