import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Deps } from '@vexil/http/deps';
import { type Pack, pack } from 'tar-stream';
import { fileTime } from '../sheet/file-time';
import { type CaptureFolder, findCapture, listCaptures } from './capture.service';
import { endOpenCaptures } from './end-open-captures';

type ArchiveDeps = Pick<Deps, 'storage' | 'log' | 'db' | 'clock'>;

export const archiveName = ({ challengeId, participationId }: CaptureFolder, at: Date): string =>
  `Capture-${challengeId}-${participationId}-${fileTime(at)}Z`;

async function addCaptures(deps: ArchiveDeps, archive: Pack, folder: CaptureFolder, name: string): Promise<void> {
  try {
    // One that cannot be ended in time is left out.
    await endOpenCaptures(deps, folder);
    for (const { fileName } of await listCaptures(deps, folder)) {
      // The size precedes the bytes of an entry and a capture may still grow, so it is read right before the bytes. The
      // file may be deleted by then.
      const found = await findCapture(deps, folder, fileName);
      if (!found) continue;
      const entry = archive.entry({ name: `${name}/${fileName}`, size: found.sizeBytes, mtime: found.updatedAt });
      await pipeline(deps.storage.readObject(found.key), entry);
    }
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
  }
}

/** The captures of a team as a tar.gz stream, read from the storage one at a time. Destroying the stream ends it. */
export function archiveCaptures(deps: ArchiveDeps, folder: CaptureFolder, name: string): Readable {
  const archive = pack();
  const compressed = createGzip();
  void addCaptures(deps, archive, folder, name);
  pipeline(archive, compressed).catch((error) =>
    deps.log.info({ event: 'capture.archive_aborted', err: error }, 'Download of a capture archive was aborted'),
  );
  return compressed;
}
