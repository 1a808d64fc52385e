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
  type StoredObject,
  type StoredRange,
} from './storage';

/** Waits up to 0.5 + 1 + … + 50 ms on average: two seconds in all, for a folder that somebody is emptying. */
const moveAttempts = 100;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** What `work` gives, or undefined when the path does not exist (any more). */
async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * A worker that starts containers is root and the server is not: what root makes in somebody else's folder goes to its
 * owner. Root without the right to give away, as in the Compose file, lets whoever reaches the folder write there.
 */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  const { uid, gid, mode } = await stat(dirname(first));
  const isEverybodys = (mode & 0o1002) === 0o0002;
  if (uid === 0 && !isEverybodys) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await ifThere(() => (uid === 0 ? chmod(made, 0o777) : chown(made, uid, gid).catch(() => chmod(made, 0o777))));
  }
}

async function* readFile(path: string, range: StoredRange | undefined): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, range) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw isMissing(cause) ? new NotStoredError({ cause }) : cause;
  }
}

/** Storage in a directory of this machine; several processes may share it. */
export function openFileStorage(directory: string): Storage {
  const incoming = join(directory, 'incoming');
  const objects = join(directory, 'objects');
  const pathOf = (hash: string) => join(directory, contentPath(hash));
  const objectPath = (key: string) => join(objects, checkKey(key));

  /** Moves a file to its place in one step, so that a reader never sees half of it. */
  async function moveTo(path: string, temporary: string): Promise<void> {
    // A folder that was just emptied may be removed while it is made or before the file is in it. Whoever adds to a
    // folder where many remove waits a little longer each time, at random, so that somebody gets through.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await makeFolder(dirname(path));
        return await rename(temporary, path);
      } catch (error) {
        const isHopeless = !isMissing(error) || !(await ifThere(() => stat(temporary)));
        if (attempt >= moveAttempts || isHopeless) throw error;
      }
      await delay(Math.random() * attempt);
    }
  }

  async function store(content: Readable, sizeBytesMax: number, pathFor: (hash: string) => string) {
    const temporary = join(incoming, randomUUID());
    const measure = createMeasure(sizeBytesMax);
    const chunks = measure.through(content);
    try {
      await makeFolder(incoming);
      // Not by the stream, which may do so after the file of a broken upload was removed.
      const file = await open(temporary, 'wx');
      await pipeline(chunks, file.createWriteStream());
      const hash = measure.hash();
      await moveTo(pathFor(hash), temporary);
      return { hash, sizeBytes: measure.sizeBytes() };
    } catch (error) {
      content.destroy();
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function describe(key: string): Promise<StoredObject | undefined> {
    const found = await ifThere(() => stat(join(objects, key)));
    return found?.isFile() ? { key, sizeBytes: found.size, updatedAt: found.mtime } : undefined;
  }

  /** In the order of keys as a bucket lists them: a folder sorts as its name with the slash. */
  async function* walk(folder: string): AsyncGenerator<string> {
    const entries = (await ifThere(() => readdir(join(objects, folder), { withFileTypes: true }))) ?? [];
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
    for (const name of names) {
      if (name.endsWith('/')) yield* walk(`${folder}${name}`);
      else yield `${folder}${name}`;
    }
  }

  async function deleteObject(key: string): Promise<void> {
    const path = objectPath(key);
    await rm(path, { force: true });
    // A bucket has no empty folders, so neither do we.
    for (let folder = dirname(path); folder !== objects; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }

  return {
    put: (content, sizeBytesMax) => store(content, sizeBytesMax, pathOf),
    async size(hash) {
      return (await ifThere(() => stat(pathOf(hash))))?.size;
    },
    read: (hash, range) => Readable.from(readFile(pathOf(hash), range), { objectMode: false }),
    delete: async (hash) => rm(pathOf(hash), { force: true }),
    async *listContents(firstTwo) {
      const folders = (await ifThere(() => readdir(join(directory, firstTwo)))) ?? [];
      for (const folder of folders.sort()) {
        const names = (await ifThere(() => readdir(join(directory, firstTwo, folder)))) ?? [];
        for (const name of names.sort()) {
          const hash = hashOfPath(`${firstTwo}/${folder}/${name}`);
          const found = hash && (await ifThere(() => stat(pathOf(hash))));
          if (hash && found) yield { hash, sizeBytes: found.size, updatedAt: found.mtime };
        }
      }
    },
    async deleteIncoming(before) {
      let count = 0;
      const left = await ifThere(() => opendir(incoming));
      for await (const { name } of left ?? []) {
        const path = join(incoming, name);
        const found = await ifThere(() => stat(path));
        if (!found || found.mtime >= before) continue;
        await rm(path, { recursive: true, force: true });
        count += 1;
      }
      return count;
    },
    async putObject(key, content, sizeBytesMax) {
      const path = objectPath(key);
      const { sizeBytes } = await store(content, sizeBytesMax, () => path);
      return { key, sizeBytes };
    },
    readObject: (key, range) => Readable.from(readFile(objectPath(key), range), { objectMode: false }),
    statObject: async (key) => describe(checkKey(key)),
    async listObjects(folder, { countMax = listedObjectsMax } = {}) {
      const listed: StoredObject[] = [];
      for await (const key of walk(checkFolder(folder))) {
        if (listed.length >= countMax) break;
        const found = await describe(key);
        if (found) listed.push(found);
      }
      return listed;
    },
    async listFolders(folder) {
      const path = join(objects, checkFolder(folder));
      const entries = (await ifThere(() => readdir(path, { withFileTypes: true }))) ?? [];
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();
    },
    deleteObject,
    async deleteObjects(folder) {
      let count = 0;
      for await (const key of walk(checkFolder(folder))) {
        await deleteObject(key);
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
