import { OperateError } from '../operate-error';
import { openContents } from './archive.contents';
import type { ArchivePlace } from './archive.place';
import { DamagedBackup, readArchive } from './archive.read';

/**
 * Why a backup is damaged: its archive cannot be read to its end, or a file that it needs is missing. null for a good one.
 * @throws OperateError where the archive cannot be judged: encrypted, or of a newer format; and where the place cannot be
 * read
 */
export async function findFault(place: ArchivePlace, name: string, passphrase: string | null): Promise<string | null> {
  const source = place.read(name);
  let refusal: unknown;
  source.once('error', (error) => {
    refusal = error;
  });
  try {
    const { index } = await readArchive(source, passphrase, { onManifest: async () => {}, onEntry: async () => {} });
    if (!index) return null;
    const present = await openContents(place.contents, null).listNames();
    const missing = [...index.files, ...index.objects].filter((one) => !present.has(one.name));
    return missing.length === 0 ? null : `${missing.length} files that it needs are missing.`;
  } catch (error) {
    if (refusal !== undefined) throw refusal;
    if (error instanceof DamagedBackup) return error.message;
    throw error;
  } finally {
    source.destroy();
  }
}

/** Whether a backup is complete. @throws where the place cannot be read */
export async function isGood(place: ArchivePlace, name: string, passphrase: string | null): Promise<boolean> {
  try {
    return (await findFault(place, name, passphrase)) === null;
  } catch (error) {
    if (error instanceof OperateError) return false;
    throw error;
  }
}
