import { OperateError } from '../operate-error';
import { findFault } from './archive.check';
import { type ArchivePlace, findArchive, openPlace, withoutKey } from './archive.place';
import { PassphraseRefused } from './archive.read';

export interface PassedOver {
  name: string;
  reason: string;
}

export interface FoundBackup {
  place: ArchivePlace;
  name: string;
  /** Newer backups that `latest` does not mean, because they are damaged. */
  passedOver: PassedOver[];
}

const isEncrypted = (name: string) => name.endsWith('.age');

/**
 * The newest backup that can be read to its end and has every file that it needs.
 * @throws OperateError where there is none, and for a newest one that is encrypted or of a newer format: it is no less
 * good than an older one
 */
async function findLatest(place: ArchivePlace, where: string, passphrase: string | null) {
  const passedOver: PassedOver[] = [];
  let refusal: PassphraseRefused | undefined;
  for (const { name } of (await place.list()).reverse()) {
    const fault = await findFault(place, name, passphrase).catch((error: unknown) => {
      if (error instanceof PassphraseRefused) return error;
      throw error;
    });
    if (fault === null) {
      // The passphrase was not even tried on this one, so it may be the wrong one for those before.
      if (refusal && !isEncrypted(name)) throw refusal;
      return { name, passedOver };
    }
    if (typeof fault !== 'string') refusal ??= fault;
    passedOver.push({ name, reason: typeof fault === 'string' ? fault : fault.message });
  }
  if (refusal && passedOver.every(({ reason }) => reason === refusal?.message)) throw refusal;
  const reasons = passedOver.map(({ name, reason }) => `\n${name}: ${reason}`);
  const what = reasons.length === 0 ? 'no backup' : 'no good backup';
  throw new OperateError(`There is ${what} in ${withoutKey(where)}.${reasons.join('')}`);
}

/** As `findArchive`, or the newest good one for `latest`. */
export async function findBackup(
  name: string,
  where: string,
  { passphrase, environment }: { passphrase: string | null; environment: NodeJS.ProcessEnv },
): Promise<FoundBackup> {
  if (name !== 'latest') return { ...(await findArchive(name, where, environment)), passedOver: [] };
  const place = openPlace(where, environment);
  try {
    return { place, ...(await findLatest(place, where, passphrase)) };
  } catch (error) {
    await place.close();
    throw error;
  }
}
