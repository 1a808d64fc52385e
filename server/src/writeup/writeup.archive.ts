import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { Deps } from '../deps';
import { type ListedWriteup, listWriteups } from './writeup.queries';
import { writeupFileName } from './writeup.view';

type ArchiveDeps = Pick<Deps, 'db' | 'storage' | 'log'>;

/** A folder's name as every system can unpack it. */
const safeFolder = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_');

/** Writes one file; what the storage has lost is left out, so that the others are not lost with it. */
async function addWriteup(deps: ArchiveDeps, archive: Pack, folder: string, writeup: ListedWriteup): Promise<void> {
  const { writeupHash: hash, writeupAt, updatedAt } = writeup.participation;
  const size = hash === null ? undefined : await deps.storage.size(hash);
  if (hash === null || size === undefined) {
    deps.log.warn({ participationId: writeup.participation.id }, 'A writeup is missing in the storage');
    return;
  }
  const name = `${folder}/${writeupFileName(writeup)}`;
  await pipeline(deps.storage.read(hash), archive.entry({ name, size, mtime: writeupAt ?? updatedAt }));
}

async function addAll(deps: ArchiveDeps, archive: Pack, folder: string, gameId: number): Promise<void> {
  try {
    for (const writeup of await listWriteups(deps.db, gameId)) await addWriteup(deps, archive, folder, writeup);
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
  }
}

/**
 * All writeups of a game as a compressed archive, one at a time from the storage. Destroying the stream ends it.
 */
export function archiveWriteups(deps: ArchiveDeps, gameId: number, name: string): Readable {
  const archive = pack();
  const compressed = createGzip();
  void addAll(deps, archive, safeFolder(name), gameId);
  pipeline(archive, compressed).catch((error) => deps.log.info({ err: error, gameId }, 'An archive was not finished'));
  return compressed;
}
