// A backup is kept in a directory, as a file of mode 0600, or in a bucket as an object.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import { openS3Storage } from '@vexil/runtime/storage/s3-storage';
import { StorageUrl, withKey } from '@vexil/runtime/storage/settings';
import { OperateError } from '../operate-error';
import { type ContentFolder, deleteList, deleteUnneeded } from './archive.contents';

interface StoredArchive {
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

const namePattern = /^vexil-\d{8}T\d{6}Z(-linked)?\.tar\.gz(\.age)?$/;
const partPattern = /^\.vexil-.*\.part$/;
const staleMs = 24 * 3_600_000;
const archiveBytesMax = 16 * 1024 ** 4;

/** `isLinked`: needs what is kept beside the archives of its place. */
export function archiveName(at: Date, { isEncrypted = false, isLinked = false } = {}): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `vexil-${time}${isLinked ? '-linked' : ''}.tar.gz${isEncrypted ? '.age' : ''}`;
}

const isLinkedName = (name: string) => name.includes('-linked.');

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** Left by backups that were killed. */
async function removeStaleParts(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((one) => partPattern.test(one))) {
    const path = join(directory, name);
    if (Date.now() - (await stat(path)).mtimeMs > staleMs) await rm(path, { force: true });
  }
}

export function openDirectoryPlace(directory: string): ArchivePlace {
  return {
    async store(name, archive) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await removeStaleParts(directory);
      const temporary = join(directory, `.${name}.part`);
      try {
        await pipeline(archive, createWriteStream(temporary, { mode: 0o600, flags: 'wx' }));
        await syncFile(temporary);
        await rename(temporary, join(directory, name));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return { name, sizeBytes: (await stat(join(directory, name))).size };
    },
    read: (name) => createReadStream(join(directory, name)),
    async list() {
      const names = (await readdir(directory).catch(() => [])).filter((name) => namePattern.test(name)).sort();
      return Promise.all(names.map(async (name) => ({ name, sizeBytes: (await stat(join(directory, name))).size })));
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
  const storage = openS3Storage(settings);
  return {
    async store(name, archive) {
      const { sizeBytes } = await storage.putObject(name, archive, archiveBytesMax);
      return { name, sizeBytes };
    },
    read: (name) => storage.readObject(name),
    list: async () =>
      (await storage.listObjects(''))
        .map(({ key, sizeBytes }) => ({ name: key, sizeBytes }))
        .filter(({ name }) => namePattern.test(name)),
    delete: (name) => storage.deleteObject(name),
    contents: storage,
    label: `s3://${settings.bucket}/${settings.prefix}`,
    close: () => storage.close(),
  };
}

/** `where` is a directory or the address of a bucket, as in STORAGE_URL. */
export const openPlace = (where: string, environment: NodeJS.ProcessEnv): ArchivePlace =>
  /^s3:/i.test(where) ? openBucketPlace(where, environment) : openDirectoryPlace(resolve(where));

/** Of a bucket, whose address may have its key in it. */
const withoutKey = (where: string) => (/^s3:/i.test(where) ? where.replace(/\/\/[^/@]*@/, '//').split('?')[0] : where);

const missing = (name: string) => new OperateError(`There is no backup ${name}.`);

async function findInPlace(name: string, where: string, environment: NodeJS.ProcessEnv) {
  const place = openPlace(where, environment);
  const found = (await place.list()).map((one) => one.name);
  const chosen = name === 'latest' ? found.at(-1) : found.find((one) => one === name);
  if (chosen !== undefined) return { place, name: chosen };
  await place.close();
  return undefined;
}

/** The archive with that name in the place, `latest` of it, or the one at a path. */
export async function findArchive(
  name: string,
  where: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ place: ArchivePlace; name: string }> {
  if (name === 'latest' || namePattern.test(name)) {
    const found = await findInPlace(name, where, environment);
    if (found) return found;
    if (name === 'latest') throw new OperateError(`There is no backup in ${withoutKey(where)}.`);
  }
  if (/^s3:/i.test(where)) throw missing(name);
  const path = resolve(name);
  if (!(await stat(path).catch(() => null))?.isFile()) throw missing(path);
  return { place: openDirectoryPlace(dirname(path)), name: basename(path) };
}

/**
 * Deletes all but the newest archives, and of what is kept beside them what none of the others needs.
 * @returns the names of the deleted archives, and how many contents went with them
 */
export async function keepNewest(place: ArchivePlace, count: number, now: Date) {
  const names = (await place.list()).map(({ name }) => name);
  const old = names.slice(0, -count);
  for (const name of old) {
    await place.delete(name);
    await deleteList(place.contents, name);
  }
  const left = names.slice(-count).filter(isLinkedName);
  const contents = await deleteUnneeded(place.contents, left, now);
  return { archives: old, contents };
}
