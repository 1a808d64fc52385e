import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Deps } from '@vexil/http/deps';
import { type Pack, pack } from 'tar-stream';
import { type ListedWriteup, listWriteups } from './writeup.queries';
import { writeupFileName } from './writeup.view';

type ArchiveDeps = Pick<Deps, 'db' | 'storage' | 'log'>;

/** Folder name that every operating system can unpack. */
const safeFolder = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_');

/** Skips a file that is missing in the storage, so that the archive still has the others. */
async function addWriteup(deps: ArchiveDeps, archive: Pack, folder: string, writeup: ListedWriteup): Promise<void> {
  const { writeupHash: hash, writeupAt, updatedAt } = writeup.participation;
  const size = hash === null ? undefined : await deps.storage.size(hash);
  if (hash === null || size === undefined) {
    const { id: participationId } = writeup.participation;
    deps.log.warn({ event: 'writeup.content_missing', participationId }, 'Writeup is missing in the storage');
    return;
  }
  const name = `${folder}/${writeupFileName(writeup)}`;
  await pipeline(deps.storage.read(hash), archive.entry({ name, size, mtime: writeupAt ?? updatedAt }));
}

async function addWriteups(deps: ArchiveDeps, archive: Pack, folder: string, gameId: number): Promise<void> {
  try {
    for (const writeup of await listWriteups(deps.db, gameId)) await addWriteup(deps, archive, folder, writeup);
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
  }
}

/** All writeups of a game as a tar.gz stream, read from the storage one at a time. Destroying the stream ends it. */
export function archiveWriteups(deps: ArchiveDeps, gameId: number, name: string): Readable {
  const archive = pack();
  const compressed = createGzip();
  void addWriteups(deps, archive, safeFolder(name), gameId);
  pipeline(archive, compressed).catch((error) =>
    deps.log.info({ event: 'writeup.archive_aborted', err: error, gameId }, 'Download of writeups was aborted'),
  );
  return compressed;
}
