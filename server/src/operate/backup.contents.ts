import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportFolder } from '@vexil/runtime/export-key';
import { NotStoredError, type Storage, type StoredObject } from '@vexil/runtime/storage/storage';
import { OperateError } from '../operate-error';
import type { Contents } from './archive.contents';
import type { ContentsIndex } from './archive.format';
import type { ArchiveWriter } from './archive.write';

/** Claims the storage for a database; a restored one claims it itself. */
const ownerKey = 'owner';

async function* checked(hash: string, content: Readable): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== hash) throw new OperateError(`The stored file ${hash} is damaged.`);
}

/** Into the archive. */
async function addFiles(storage: Storage, archive: ArchiveWriter, hashes: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const hash of hashes) {
    const sizeBytes = await storage.size(hash);
    if (sizeBytes === undefined) missing.push(hash);
    else {
      const content = Readable.from(checked(hash, storage.read(hash)), { objectMode: false });
      await archive.addStream(`files/${hash}`, sizeBytes, content);
    }
  }
  return missing;
}

/** Captures, and whatever else is stored by key; archives of accounts are deleted after days, and made again on request. */
async function listKept(storage: Storage): Promise<StoredObject[]> {
  const listed = await storage.listObjects('', { countMax: Number.MAX_SAFE_INTEGER });
  return listed.filter(({ key }) => key !== ownerKey && !key.startsWith(exportFolder));
}

/** A capture may grow meanwhile: what is read is what was there when its size was asked for. */
function readObject(storage: Storage, { key, sizeBytes }: StoredObject): Readable {
  return sizeBytes === 0
    ? Readable.from([], { objectMode: false })
    : storage.readObject(key, { start: 0, end: sizeBytes - 1 });
}

/** False when the storage has no such content. */
async function isStored(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof NotStoredError) return false;
    throw error;
  }
}

async function addObjects(storage: Storage, archive: ArchiveWriter): Promise<number> {
  let count = 0;
  for (const { key } of await listKept(storage)) {
    const found = await storage.statObject(key);
    if (!found) continue;
    const added = archive.addStream(`objects/${key}`, found.sizeBytes, readObject(storage, found));
    if (!(await isStored(added))) throw new OperateError(`The capture ${key} was deleted meanwhile; try again.`);
    count += 1;
  }
  return count;
}

export interface KeptContents {
  files: number;
  objects: number;
  missingFiles: string[];
  newContents: number;
}

/** Everything into the archive. */
export async function embedContents(
  storage: Storage,
  archive: ArchiveWriter,
  { hashes, withObjects }: { hashes: readonly string[]; withObjects: boolean },
): Promise<KeptContents> {
  const missingFiles = await addFiles(storage, archive, hashes);
  const objects = withObjects ? await addObjects(storage, archive) : 0;
  return { files: hashes.length - missingFiles.length, objects, missingFiles, newContents: 0 };
}

/** Stores beside the archives what is not there yet; `listKnown` gives the names of what is. */
export function createContentsLinker(
  storage: Storage,
  { contents, listKnown }: { contents: Contents; listKnown: () => Promise<Set<string>> },
) {
  let known: Set<string> | undefined;
  let newContents = 0;
  async function provide(name: string, read: () => Readable): Promise<void> {
    known ??= await listKnown();
    if (known.has(name)) return;
    await contents.put(name, read());
    known.add(name);
    newContents += 1;
  }
  return {
    /** @returns names for the index of the archive */
    async link({ hashes, withObjects }: { hashes: readonly string[]; withObjects: boolean }) {
      const index: ContentsIndex = { files: [], objects: [] };
      const missingFiles: string[] = [];
      for (const hash of hashes) {
        const name = contents.nameOf(hash);
        const read = () => Readable.from(checked(hash, storage.read(hash)), { objectMode: false });
        if (await isStored(provide(name, read))) index.files.push({ hash, name });
        else missingFiles.push(hash);
      }
      for (const found of withObjects ? await listKept(storage) : []) {
        const name = contents.nameOfObject(found);
        const isThere = await isStored(provide(name, () => readObject(storage, found)));
        if (isThere) index.objects.push({ key: found.key, sizeBytes: found.sizeBytes, name });
      }
      const kept: KeptContents = {
        files: index.files.length,
        objects: index.objects.length,
        missingFiles,
        newContents,
      };
      return { index, kept };
    },
  };
}

export type ContentsLinker = ReturnType<typeof createContentsLinker>;
