import { OperateError } from '../operate-error';
import { openContents } from './archive.contents';
import type { ArchivePlace } from './archive.place';
import { readArchive } from './archive.read';

/**
 * Whether a backup is complete: its archive can be read to its end, and every file that it needs is there.
 * @throws where the place cannot be read
 */
export async function isGood(place: ArchivePlace, name: string, passphrase: string | null): Promise<boolean> {
  const source = place.read(name);
  let refusal: unknown;
  source.once('error', (error) => {
    refusal = error;
  });
  try {
    const { index } = await readArchive(source, passphrase, { onManifest: async () => {}, onEntry: async () => {} });
    if (!index) return true;
    const present = await openContents(place.contents, null).listNames();
    return [...index.files, ...index.objects].every((one) => present.has(one.name));
  } catch (error) {
    if (refusal !== undefined) throw refusal;
    if (error instanceof OperateError) return false;
    throw error;
  } finally {
    source.destroy();
  }
}
