import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { Deps } from '../deps';
import { type CaptureFolder, findCapture, listCaptures } from './capture.service';

type ArchiveDeps = Pick<Deps, 'storage' | 'log'>;

/** `yyyyMMdd-HH.mm.ssZ`, UTC. */
const stampOf = (at: Date) =>
  `${at.toISOString().slice(0, 19).replaceAll('-', '').replace('T', '-').replaceAll(':', '.')}Z`;

/** Name of a team's archive, without its extension. */
export const archiveName = ({ challengeId, participationId }: CaptureFolder, at: Date): string =>
  `Capture-${challengeId}-${participationId}-${stampOf(at)}`;

async function addAll(deps: ArchiveDeps, archive: Pack, folder: CaptureFolder, name: string): Promise<void> {
  try {
    for (const { fileName } of await listCaptures(deps, folder)) {
      // An entry's size comes before its bytes, so it is asked for when its turn has come; the file may be gone by then.
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

/** The captures of a team as a compressed archive, one at a time from the storage. Destroying the stream ends it. */
export function archiveCaptures(deps: ArchiveDeps, folder: CaptureFolder, name: string): Readable {
  const archive = pack();
  const compressed = createGzip();
  void addAll(deps, archive, folder, name);
  pipeline(archive, compressed).catch((error) => deps.log.info({ err: error }, 'An archive was not finished'));
  return compressed;
}
