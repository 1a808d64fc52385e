// A backup is kept in a directory, as a file of mode 0600, or in a bucket as an object.

import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import { openS3Storage } from '@vexil/runtime/storage/s3-storage';
import { StorageUrl, withKey } from '@vexil/runtime/storage/settings';
import type { Storage } from '@vexil/runtime/storage/storage';
import { OperateError } from '../operate-error';
import { type ContentFolder, deleteUnneeded, renewList } from './archive.contents';

export interface StoredArchive {
  name: string;
  sizeBytes: number;
}

export interface ArchivePlace {
  /** Replaces nothing and leaves no part of an archive that fails. */
  store(name: string, archive: Readable): Promise<StoredArchive>;
  read(name: string): Readable;
  /** Backups by name, which is the order of their times. */
  list(): Promise<StoredArchive[]>;
  delete(name: string): Promise<void>;
  /** What is kept beside the archives. */
  contents: ContentFolder;
  /** Directory or bucket, without keys. */
  label: string;
  close(): Promise<void>;
}

const namePattern = /^vexil-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-linked)?\.tar\.gz(\.age)?$/;
const partPattern = /^\.vexil-.*\.part$/;
const staleMs = 24 * 3_600_000;
const archiveBytesMax = 16 * 1024 ** 4;

/** `isLinked`: needs what is kept beside the archives of its place. */
export function archiveName(at: Date, { isEncrypted = false, isLinked = false } = {}): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `vexil-${time}${isLinked ? '-linked' : ''}.tar.gz${isEncrypted ? '.age' : ''}`;
}

/** `now`, or a second after the newest archive where the clock was set back: names are in the order of the backups. */
export function nextTime(archives: readonly StoredArchive[], now: Date): Date {
  const [, ...parts] = namePattern.exec(archives.at(-1)?.name ?? '') ?? [];
  const [year, month = 1, day, hour, minute, second] = parts.slice(0, 6).map(Number);
  if (year === undefined) return now;
  const newest = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(Math.max(now.getTime(), newest + 1000));
}

const isLinkedName = (name: string) => name.includes('-linked.');

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function findFile(path: string): Promise<StoredArchive | undefined> {
  const found = await ifPresent(stat(path));
  return found?.isFile() ? { name: basename(path), sizeBytes: found.size } : undefined;
}

/** A power cut can leave an empty one. */
const isArchive = (found: StoredArchive | undefined): found is StoredArchive => (found?.sizeBytes ?? 0) > 0;

const byName = (one: StoredArchive, other: StoredArchive) => (one.name < other.name ? -1 : 1);

/** Left by backups that were killed. */
async function removeStaleParts(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((one) => partPattern.test(one))) {
    const path = join(directory, name);
    const found = await ifPresent(stat(path));
    if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

export function openDirectoryPlace(directory: string): ArchivePlace {
  return {
    async store(name, archive) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await removeStaleParts(directory);
      const temporary = join(directory, `.${name}.part`);
      // One that is there belongs to another backup, which also has the name until it is renamed.
      const part = await open(temporary, 'wx', 0o600);
      try {
        if (await findFile(join(directory, name))) throw new OperateError(`There is a backup ${name} already.`);
        await pipeline(archive, part.createWriteStream());
        await syncFile(temporary);
        await rename(temporary, join(directory, name));
      } catch (error) {
        await part.close();
        await rm(temporary, { force: true });
        throw error;
      }
      return { name, sizeBytes: (await stat(join(directory, name))).size };
    },
    read: (name) => createReadStream(join(directory, name)),
    async list() {
      const names = (await ifPresent(readdir(directory))) ?? [];
      const found = names.filter((name) => namePattern.test(name)).map((name) => findFile(join(directory, name)));
      return (await Promise.all(found)).filter(isArchive).sort(byName);
    },
    delete: (name) => rm(join(directory, name), { force: true }),
    contents: openFileStorage(directory),
    label: directory,
    close: async () => {},
  };
}

function openBucketPlace(url: string, environment: NodeJS.ProcessEnv): ArchivePlace {
  const parsed = StorageUrl.safeParse(url);
  if (!parsed.success) throw new OperateError(`${withoutKey(url)}: ${parsed.error.issues[0]?.message}`);
  const settings = withKey(parsed.data, environment);
  if (settings.kind !== 's3') throw new OperateError('A bucket begins with s3://.');
  return placeInBucket(openS3Storage(settings), `s3://${settings.bucket}/${settings.prefix}`);
}

export function placeInBucket(storage: Storage, label: string): ArchivePlace {
  return {
    async store(name, archive) {
      if (await storage.statObject(name)) throw new OperateError(`There is a backup ${name} already.`);
      const { sizeBytes } = await storage.putObject(name, archive, archiveBytesMax);
      return { name, sizeBytes };
    },
    read: (name) => storage.readObject(name),
    // Contents come before archives, so a limited list would have no archive.
    list: async () =>
      (await storage.listObjects('', { countMax: Number.MAX_SAFE_INTEGER }))
        .map(({ key, sizeBytes }) => ({ name: key, sizeBytes }))
        .filter(({ name }) => namePattern.test(name))
        .filter(isArchive),
    delete: (name) => storage.deleteObject(name),
    contents: storage,
    label,
    close: () => storage.close(),
  };
}

/** `where` is a directory or the address of a bucket, as in STORAGE_URL. */
export const openPlace = (where: string, environment: NodeJS.ProcessEnv): ArchivePlace =>
  /^s3:/i.test(where) ? openBucketPlace(where, environment) : openDirectoryPlace(resolve(where));

/** Of a bucket, whose address may have its key in it. */
export const withoutKey = (where: string) =>
  /^s3:/i.test(where) ? where.replace(/\/\/[^/@]*@/, '//').split('?')[0] : where;

const missing = (name: string) => new OperateError(`There is no backup ${name}.`);

async function findInPlace(name: string, where: string, environment: NodeJS.ProcessEnv) {
  const place = openPlace(where, environment);
  if ((await place.list()).some((one) => one.name === name)) return { place, name };
  await place.close();
  return undefined;
}

/** The archive with that name in the place, or the one at a path. */
export async function findArchive(
  name: string,
  where: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ place: ArchivePlace; name: string }> {
  const found = namePattern.test(name) ? await findInPlace(name, where, environment) : undefined;
  if (found) return found;
  if (/^s3:/i.test(where)) throw missing(name);
  const path = resolve(name);
  if (!(await stat(path).catch(() => null))?.isFile()) throw missing(path);
  return { place: openDirectoryPlace(dirname(path)), name: basename(path) };
}

/**
 * Deletes what is older than the newest good archives, and of what is kept beside them what none that is left needs.
 * Damaged ones do not count; those between good ones stay.
 * @returns the names of the deleted archives, and how many contents went with them
 */
export async function keepNewest(
  place: ArchivePlace,
  { count, isGood, now }: { count: number; isGood: (archive: StoredArchive) => Promise<boolean>; now: Date },
) {
  const left: string[] = [];
  const good: string[] = [];
  const old: string[] = [];
  for (const archive of (await place.list()).reverse()) {
    const { name } = archive;
    if (good.length === count) {
      old.unshift(name);
      continue;
    }
    left.push(name);
    if (await isGood(archive)) good.push(name);
  }
  for (const name of old) {
    await renewList(place.contents, name);
    await place.delete(name);
  }
  const archives = left.filter(isLinkedName);
  const contents = await deleteUnneeded(place.contents, { archives, listed: good }, now);
  return { archives: old, contents };
}
