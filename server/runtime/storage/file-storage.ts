import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, chown, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createMeasure } from './measure';
import {
  checkFolder,
  checkKey,
  contentPath,
  hashOfPath,
  listedObjectsMax,
  NotStoredError,
  type Storage,
  type StoredContent,
  type StoredObject,
  type StoredRange,
} from './storage';

/** About two seconds in all, for a folder another process is emptying. */
const moveAttempts = 100;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** undefined when the path does not exist. */
async function ifPresent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Workers run as root, the server does not: root gives new folders to the parent's owner, or makes them writable. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  const { uid, gid, mode } = await stat(dirname(first));
  const isShared = (mode & 0o1002) === 0o0002;
  if (uid === 0 && !isShared) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await ifPresent(() =>
      uid === 0 ? chmod(folder, 0o777) : chown(folder, uid, gid).catch(() => chmod(folder, 0o777)),
    );
  }
}

async function* readFile(path: string, range: StoredRange | undefined): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, range) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw isMissing(cause) ? new NotStoredError({ cause }) : cause;
  }
}

/** Atomic: readers never see half a file. */
async function moveTo(path: string, temporary: string): Promise<void> {
  // Another process may remove the empty folder first; random growing delays let one win.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeFolder(dirname(path));
      return await rename(temporary, path);
    } catch (error) {
      const isFinal = !isMissing(error) || !(await ifPresent(() => stat(temporary)));
      if (attempt >= moveAttempts || isFinal) throw error;
    }
    await delay(Math.random() * attempt);
  }
}

async function storeFile(
  incoming: string,
  content: Readable,
  sizeBytesMax: number,
  /** A path, or how the SHA-256 of the content names one. */
  path: string | ((hash: string) => string),
): Promise<StoredContent> {
  const temporary = join(incoming, randomUUID());
  const measure = createMeasure(sizeBytesMax, { isHashed: typeof path !== 'string' });
  const chunks = measure.through(content);
  try {
    await makeFolder(incoming);
    // Opened here: the stream might recreate a file removed after a broken upload.
    const file = await open(temporary, 'wx');
    await pipeline(chunks, file.createWriteStream());
    const hash = measure.hash();
    await moveTo(typeof path === 'string' ? path : path(hash), temporary);
    return { hash, sizeBytes: measure.sizeBytes() };
  } catch (error) {
    content.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function* listContents(directory: string, firstTwo: string): ReturnType<Storage['listContents']> {
  const folders = (await ifPresent(() => readdir(join(directory, firstTwo)))) ?? [];
  for (const folder of folders.sort()) {
    const names = (await ifPresent(() => readdir(join(directory, firstTwo, folder)))) ?? [];
    for (const name of names.sort()) {
      const hash = hashOfPath(`${firstTwo}/${folder}/${name}`);
      const found = hash && (await ifPresent(() => stat(join(directory, firstTwo, folder, name))));
      if (hash && found) yield { hash, sizeBytes: found.size, updatedAt: found.mtime };
    }
  }
}

async function deleteOlder(incoming: string, before: Date): Promise<number> {
  let count = 0;
  for await (const { name } of (await ifPresent(() => opendir(incoming))) ?? []) {
    const path = join(incoming, name);
    const found = await ifPresent(() => stat(path));
    if (!found || found.mtime >= before) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

async function describe(objects: string, key: string): Promise<StoredObject | undefined> {
  const found = await ifPresent(() => stat(join(objects, key)));
  return found?.isFile() ? { key, sizeBytes: found.size, updatedAt: found.mtime } : undefined;
}

/** In a bucket's order: a folder sorts as its name with the slash. */
async function* walk(objects: string, folder: string): AsyncGenerator<string> {
  const entries = (await ifPresent(() => readdir(join(objects, folder), { withFileTypes: true }))) ?? [];
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    if (name.endsWith('/')) yield* walk(objects, `${folder}${name}`);
    else yield `${folder}${name}`;
  }
}

/** Removes empty folders, as a bucket has none. */
async function deleteObject(objects: string, key: string): Promise<void> {
  const path = join(objects, checkKey(key));
  await rm(path, { force: true });
  for (let folder = dirname(path); folder !== objects; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** Several processes may share the directory. */
export function openFileStorage(directory: string): Storage {
  const incoming = join(directory, 'incoming');
  const objects = join(directory, 'objects');
  const pathOf = (hash: string) => join(directory, contentPath(hash));
  const objectPath = (key: string) => join(objects, checkKey(key));
  return {
    put: (content, sizeBytesMax) => storeFile(incoming, content, sizeBytesMax, pathOf),
    size: async (hash) => (await ifPresent(() => stat(pathOf(hash))))?.size,
    read: (hash, range) => Readable.from(readFile(pathOf(hash), range), { objectMode: false }),
    delete: async (hash) => rm(pathOf(hash), { force: true }),
    places: null,
    listContents: (firstTwo) => listContents(directory, firstTwo),
    deleteIncoming: (before) => deleteOlder(incoming, before),
    async putObject(key, content, sizeBytesMax) {
      const { sizeBytes } = await storeFile(incoming, content, sizeBytesMax, objectPath(key));
      return { key, sizeBytes };
    },
    readObject: (key, range) => Readable.from(readFile(objectPath(key), range), { objectMode: false }),
    statObject: async (key) => describe(objects, checkKey(key)),
    async listObjects(folder, { countMax = listedObjectsMax } = {}) {
      const listed: StoredObject[] = [];
      for await (const key of walk(objects, checkFolder(folder))) {
        if (listed.length >= countMax) break;
        const found = await describe(objects, key);
        if (found) listed.push(found);
      }
      return listed;
    },
    async listFolders(folder) {
      const path = join(objects, checkFolder(folder));
      const entries = (await ifPresent(() => readdir(path, { withFileTypes: true }))) ?? [];
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    },
    deleteObject: (key) => deleteObject(objects, key),
    async deleteObjects(folder) {
      let count = 0;
      for await (const key of walk(objects, checkFolder(folder))) {
        await deleteObject(objects, key);
        count += 1;
      }
      return count;
    },
    async check() {
      const probe = join(incoming, randomUUID());
      await makeFolder(probe);
      await rm(probe, { recursive: true });
    },
    close: async () => {},
  };
}
