// Backups whose files are kept beside them, in a directory and in a bucket.

import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { files } from '@vexil/db/schema/file';
import { checkSecretKey } from '@vexil/db/secret-key';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import { S3Bucket } from '@vexil/runtime/storage/s3-bucket';
import { openS3Storage } from '@vexil/runtime/storage/s3-storage';
import { startS3, type TestS3 } from '@vexil/runtime/testing/s3';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { createEmptyDatabase, hashTables, playBackedUp } from '../../testing/backup';
import { findBackup } from './archive.latest';
import { type ArchivePlace, archiveName, keepNewest, nextTime, openPlace, placeInBucket } from './archive.place';
import { openConnection } from './open-connection';
import { restore } from './restore';
import { type TakeBackup, takeBackup } from './take-backup';
import { readLastBackup, recordVerification } from './take-backup.queries';
import { verify } from './verify';

const clusterUrl = inject('databaseUrl');
const dayMs = 24 * 3_600_000;
const passphrase = 'correct horse battery';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

function bucketAddress(prefix: string): string {
  const { bucket, endpoint, credentials } = s3.settings;
  const key = `${credentials?.accessKeyId}:${credentials?.secretAccessKey}`;
  return `s3://${key}@${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint ?? '')}`;
}

let test: TestApp;
let directory: string;
let sql: postgres.Sql;
beforeEach(async () => {
  test = await createTestApp();
  directory = await mkdtemp(join(tmpdir(), 'vexil-backup-'));
  sql = openConnection(test.database.url);
});
afterEach(async () => {
  await sql.end();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

let moments = 0;

/** A second after the last one, because archives are named by the second. */
function nextMoment(): Date {
  moments += 1;
  return new Date(Date.now() + 1000 * moments);
}

const take = (place: ArchivePlace, options: Partial<TakeBackup> = {}) =>
  takeBackup({
    sql,
    storage: test.deps.storage,
    place,
    version: '1.0.0',
    passphrase: null,
    tryCost: 10,
    withObjects: true,
    isWhole: false,
    keep: null,
    now: nextMoment(),
    ...options,
  });

const retain = (place: ArchivePlace, count: number, now: Date) =>
  keepNewest(place, { count, isGood: async () => true, now });

/** Sets back the time of all that is kept beside archives. */
async function age(where: string, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  for (const name of await readdir(join(where, 'objects'), { recursive: true }))
    await utimes(join(where, 'objects', name), at, at);
}

async function addFile(content: string): Promise<string> {
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([Buffer.from(content)]), 1000);
  await test.db.insert(files).values({ hash, name: 'more.txt', sizeBytes });
  return hash;
}

const check = (place: ArchivePlace, name: string, given: string | null = null) =>
  verify(place.read(name), {
    adminUrl: clusterUrl,
    passphrase: given,
    secretKey: testSecretKey,
    folder: place.contents,
  });

const namesOf = async (place: ArchivePlace) =>
  (await place.contents.listObjects('files/')).map(({ key }) => key.replace(/^files\/..\//, ''));

describe.each(['directory', 'bucket'])('backups in a %s', (kind) => {
  let place: ArchivePlace;
  let where: string;
  beforeEach(() => {
    where = kind === 'bucket' ? bucketAddress(`backups-${Date.now()}`) : join(directory, 'backups');
    place = openPlace(where, {});
  });
  afterEach(() => place.close());

  it('store each file once, and restore with it', async () => {
    const { hash, content } = await playBackedUp(test);
    const first = await take(place);
    expect(first).toMatchObject({ files: 1, objects: 1, newContents: 2, missingFiles: [] });
    const added = await addFile('more');
    const second = await take(place);
    expect(second).toMatchObject({ files: 2, objects: 1, newContents: 1 });
    expect(await namesOf(place)).toEqual(expect.arrayContaining([hash, added]));
    expect(await check(place, first.name)).toMatchObject({ files: 1, faults: [] });

    const empty = await createEmptyDatabase(clusterUrl);
    const storage = openFileStorage(join(directory, 'restored'));
    const found = await findBackup('latest', where, { passphrase: null, environment: {} });
    expect(found.name).toBe(second.name);
    const options = {
      url: empty.url,
      passphrase: null,
      secretKey: testSecretKey,
      storage,
      folder: found.place.contents,
    };
    await restore(found.place.read(found.name), options);
    expect(await buffer(storage.read(hash))).toEqual(content);
    expect(String(await buffer(storage.read(added)))).toBe('more');
    expect(String(await buffer(storage.readObject('capture/1/2/x.pcap')))).toBe('packets');
    // The database records a backup after its snapshot.
    const { backups: _later, ...restored } = await hashTables(empty.url);
    const { backups: _now, ...original } = await hashTables(test.database.url);
    expect(restored).toEqual(original);
    await found.place.close();
    await empty.drop();
  });

  it('keep what a kept one needs, and delete the rest a day later', async () => {
    const { hash } = await playBackedUp(test);
    await take(place);
    await test.database.sql`delete from files where hash = ${hash}`;
    const added = await addFile('more');
    const second = await take(place, { keep: 1 });
    expect(second.deleted).toHaveLength(1);
    // A backup that runs meanwhile may need it.
    expect(second.deletedContents).toBe(0);
    const later = new Date(Date.now() + dayMs + 60_000);
    expect(await retain(place, 1, later)).toEqual({ archives: [], contents: 1 });
    expect(await namesOf(place)).not.toContain(hash);
    expect(await namesOf(place)).toContain(added);
    expect(await check(place, second.name)).toMatchObject({ files: 1, faults: [] });
  });

  it('delete no file while a list of what is needed is missing', async () => {
    const { hash } = await playBackedUp(test);
    const { name } = await take(place);
    await place.contents.deleteObject(`lists/${name}.txt`);
    const later = new Date(Date.now() + dayMs + 60_000);
    await expect(retain(place, 1, later)).rejects.toThrow(name);
    expect(await namesOf(place)).toContain(hash);
  });

  it('delete no older one when the new one cannot be read back', async () => {
    await playBackedUp(test);
    const first = await take(place);
    const lossy: ArchivePlace = {
      ...place,
      async store(name, archive) {
        const content = await buffer(archive);
        return place.store(name, Readable.from([content.subarray(0, -200)]));
      },
    };
    await expect(take(lossy, { keep: 1 })).rejects.toThrow('read back');
    expect((await place.list()).map(({ name }) => name)).toEqual([first.name]);
    const forgetful: ArchivePlace = {
      ...place,
      async store(name, archive) {
        const stored = await place.store(name, archive);
        for (const { key } of await place.contents.listObjects('files/')) await place.contents.deleteObject(key);
        return stored;
      },
    };
    await expect(take(forgetful, { keep: 1 })).rejects.toThrow('missing');
    expect((await place.list()).map(({ name }) => name)).toEqual([first.name]);
  });

  it('count no damaged one, and use the passphrase of a good one again', async () => {
    await playBackedUp(test);
    const first = await take(place);
    const second = await take(place, { passphrase });
    const damaged = archiveName(nextTime(await place.list(), new Date()), { isEncrypted: true, isLinked: true });
    const half = (await buffer(place.read(second.name))).subarray(0, 300);
    await place.store(damaged, Readable.from([half]));
    const third = await take(place, { passphrase, keep: 2 });
    expect(third).toMatchObject({ newContents: 0, deleted: [first.name] });
    expect((await place.list()).map(({ name }) => name)).toEqual([second.name, damaged, third.name]);
    expect(await check(place, third.name, passphrase)).toMatchObject({ faults: [] });
    await expect(check(place, damaged, passphrase)).rejects.toThrow();
  });

  it('stay in order when the clock is set back', async () => {
    await playBackedUp(test);
    const first = await take(place);
    const second = await take(place, { now: new Date(Date.now() - 40 * dayMs), keep: 1 });
    expect(second.deleted).toEqual([first.name]);
    const found = await findBackup('latest', where, { passphrase: null, environment: {} });
    expect(found).toMatchObject({ name: second.name, passedOver: [] });
    await found.place.close();
    expect(await check(place, second.name)).toMatchObject({ files: 1, faults: [] });
  });

  it('are found as the newest good one, and those passed over are named', async () => {
    await playBackedUp(test);
    const good = await take(place);
    const latest = (given: string | null = null) => findBackup('latest', where, { passphrase: given, environment: {} });
    const half = (await buffer(place.read(good.name))).subarray(0, good.sizeBytes / 2);
    const truncated = archiveName(nextTime(await place.list(), new Date()), { isLinked: true });
    await place.store(truncated, Readable.from([half]));
    const found = await latest();
    expect(found).toMatchObject({ name: good.name, passedOver: [{ name: truncated }] });
    expect(found.passedOver[0]?.reason).toContain('damaged');
    await found.place.close();

    // An encrypted one may be whole, so an older one does not take its place unless the passphrase opens that.
    const sealed = await take(place, { passphrase });
    await expect(latest()).rejects.toThrow('is encrypted');
    await expect(latest('another long passphrase')).rejects.toThrow('cannot be opened');
    const broken = archiveName(nextTime(await place.list(), new Date()), { isEncrypted: true, isLinked: true });
    const bytes = await buffer(place.read(sealed.name));
    bytes.fill(0x41, 30, 160);
    await place.store(broken, Readable.from([bytes]));
    const opened = await latest(passphrase);
    expect(opened).toMatchObject({ name: sealed.name, passedOver: [{ name: broken }] });
    await opened.place.close();

    for (const { key } of await place.contents.listObjects('files/')) await place.contents.deleteObject(key);
    await expect(latest(passphrase)).rejects.toThrow(/no good backup[\s\S]*files that it needs are missing/);
  });

  it('leave everything alone until the passphrase is there', async () => {
    await playBackedUp(test);
    const { name } = await take(place, { passphrase });
    const full = await createTestApp();
    await buildGame(full.db);
    const storage = openFileStorage(join(directory, 'restored'));
    const before = await hashTables(full.database.url);
    for (const [given, reason] of [
      [null, 'is encrypted'],
      ['another long passphrase', 'cannot be opened'],
    ] as const) {
      const restoring = restore(place.read(name), {
        url: full.database.url,
        passphrase: given,
        secretKey: testSecretKey,
        storage,
        folder: place.contents,
        overwrite: true,
      });
      await expect(restoring).rejects.toThrow(reason);
    }
    expect(await hashTables(full.database.url)).toEqual(before);
    expect(await storage.listObjects('')).toEqual([]);
    await full.close();
  });

  it('say which file is missing or damaged', async () => {
    const { hash } = await playBackedUp(test);
    const { name } = await take(place);
    const key = `files/${hash.slice(0, 2)}/${hash}`;
    await place.contents.putObject(key, Readable.from([Buffer.from('other')]), 100);
    expect((await check(place, name)).faults).toEqual([`The file ${hash} has other content.`]);
    await place.contents.deleteObject(key);
    expect((await check(place, name)).faults).toEqual([expect.stringContaining(key)]);

    const empty = await createEmptyDatabase(clusterUrl);
    const storage = openFileStorage(join(directory, 'restored'));
    const options = { url: empty.url, passphrase: null, secretKey: testSecretKey, storage, folder: place.contents };
    await expect(restore(place.read(name), options)).rejects.toThrow(key);
    expect(await hashTables(empty.url)).toEqual({});
    await empty.drop();
  });

  it('are encrypted with their files, which the same passphrase uses again', async () => {
    const { hash, content } = await playBackedUp(test);
    const first = await take(place, { passphrase });
    const second = await take(place, { passphrase });
    expect(second.newContents).toBe(0);
    const names = await namesOf(place);
    expect(names).toHaveLength(2);
    expect(names).not.toContain(hash);
    for (const name of names) {
      const stored = await buffer(place.contents.readObject(`files/${name.slice(0, 2)}/${name}`));
      expect(stored.toString('latin1')).toMatch(/^age-encryption\.org/);
      expect(stored.includes(content)).toBe(false);
    }
    for (const { name } of [first, second]) {
      expect(await check(place, name, passphrase)).toMatchObject({ files: 1, faults: [] });
    }
    const other = await take(place, { passphrase: 'another long passphrase' });
    expect(other.newContents).toBe(2);
    await expect(check(place, other.name, passphrase)).rejects.toThrow('passphrase');
    expect(await check(place, other.name, 'another long passphrase')).toMatchObject({ faults: [] });
  });
});

describe('a backup', () => {
  it('is recorded with what a verification found, and taken by one process at a time', async () => {
    const place = openPlace(join(directory, 'backups'), {});
    await playBackedUp(test);
    expect(await readLastBackup(sql)).toBeNull();
    const other = openConnection(test.database.url);
    const [taken, refused] = await Promise.allSettled([take(place), take(place, { sql: other })]);
    expect([taken.status, refused.status].sort()).toEqual(['fulfilled', 'rejected']);
    await other.end();

    const [{ name = '' } = {}] = await place.list();
    await recordVerification(sql, { name, place: place.label, faults: 3 });
    await recordVerification(sql, { name, place: 'elsewhere', faults: 4 });
    const rows = await sql`select name, place, faults, verified_at is not null as verified, made_at from backups`;
    expect(rows).toMatchObject([{ name, place: place.label, faults: 3, verified: true }]);
    expect(await readLastBackup(sql)).toBe(rows[0]?.made_at.getTime());
  });

  it('is refused where migrations are missing, which is said', async () => {
    const place = openPlace(join(directory, 'backups'), {});
    await sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
    await expect(take(place)).rejects.toThrow(/^The database has \d+ of the \d+ migrations of this version\./);
    expect(await place.list()).toEqual([]);
  });

  it('is found beside more files than one list of a bucket has', async () => {
    const storage = openFileStorage(join(directory, 'bucket'));
    const place = placeInBucket(
      { ...storage, listObjects: (folder, { countMax = 2 } = {}) => storage.listObjects(folder, { countMax }) },
      's3://bucket/',
    );
    await playBackedUp(test);
    const { name } = await take(place);
    expect((await place.list()).map((one) => one.name)).toEqual([name]);
  });

  it('keeps the file that it found while the last archive with it was deleted', async () => {
    const where = join(directory, 'backups');
    const place = openPlace(where, {});
    const { hash } = await playBackedUp(test);
    await take(place);
    await age(where, 2 * dayMs);
    const another = 'vexil-20990101T000000Z.tar.gz';
    const isGood = async ({ name }: { name: string }) => name === another;
    let retained: unknown;
    const shared: ArchivePlace = {
      ...place,
      async store(name, archive) {
        await place.store(another, Readable.from([Buffer.from('of another database')]));
        retained = await keepNewest(place, { count: 1, isGood, now: new Date() });
        return place.store(name, archive);
      },
    };
    const { name, newContents } = await take(shared);
    expect({ newContents, retained }).toMatchObject({ newContents: 0, retained: { contents: 0 } });
    expect(await namesOf(place)).toContain(hash);
    expect(await check(place, name)).toMatchObject({ files: 1, faults: [] });
  });

  it('stores a file again that no archive needs and that may be deleted soon', async () => {
    const where = join(directory, 'backups');
    const place = openPlace(where, {});
    await playBackedUp(test);
    const { name } = await take(place);
    await place.delete(name);
    expect(await take(place)).toMatchObject({ newContents: 0 });
    for (const one of await place.list()) await place.delete(one.name);
    await age(where, 2 * dayMs);
    expect(await take(place)).toMatchObject({ newContents: 2 });
  });

  it('fails with its own reason when its connection is lost', async () => {
    const place = openPlace(join(directory, 'backups'), {});
    await playBackedUp(test);
    const own = openConnection(test.database.url);
    const broken: ArchivePlace = {
      ...place,
      async list() {
        await own.end({ timeout: 0 });
        throw new Error('The disk is full.');
      },
    };
    await expect(take(broken, { sql: own })).rejects.toThrow('The disk is full.');
  });

  it('has the bytes of an object in S3 that a challenge names', async () => {
    await checkSecretKey(test.database.url, testSecretKey);
    const bucket = new S3Bucket(s3.settings);
    await bucket.store('tasks/1/disk.img', Buffer.from('a disk'));
    const storage = openS3Storage({ ...s3.settings, challengePrefix: 'tasks/' });
    const linked = await storage.places?.link('1/disk.img');
    if (!linked) throw new Error('The object is missing.');
    await test.db.insert(files).values({ ...linked, name: 'disk.img' });
    const place = openPlace(join(directory, 'backups'), {});
    const { name } = await take(place, { storage });
    await bucket.remove('tasks/1/disk.img');
    expect(await check(place, name)).toMatchObject({ files: 1, faults: [] });
    const kept = await buffer(place.contents.readObject(`files/${linked.hash.slice(0, 2)}/${linked.hash}`));
    expect(String(kept)).toBe('a disk');
    await place.close();
    await storage.close();
    await bucket.close();
  });

  it('is one file with --whole', async () => {
    const place = openPlace(join(directory, 'backups'), {});
    await playBackedUp(test);
    const { name } = await take(place, { isWhole: true });
    expect(await namesOf(place)).toEqual([]);
    expect(name).not.toContain('linked');
    expect(await check(place, name)).toMatchObject({ files: 1, faults: [] });
  });
});
