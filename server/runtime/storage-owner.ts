import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { nameDatabase } from '@vexil/data/asset/file-uses.queries';
import type { BaseDeps } from './deps';
import { NotStoredError } from './storage/storage';

const key = 'owner';
const sizeBytesMax = 256;

async function readOwner({ storage }: Pick<BaseDeps, 'storage'>): Promise<string | undefined> {
  try {
    return await text(storage.readObject(key, { start: 0, end: sizeBytesMax - 1 }));
  } catch (error) {
    if (error instanceof NotStoredError) return undefined;
    throw error;
  }
}

/**
 * A copy of the database that still points at the original storage must not delete files there. The first database that
 * sweeps claims the storage with the object `owner`; delete that to transfer it.
 */
export async function ownsStorage(deps: Pick<BaseDeps, 'storage' | 'db' | 'log'>): Promise<boolean> {
  const name = await nameDatabase(deps.db);
  if ((await readOwner(deps)) === undefined) {
    await deps.storage.putObject(key, Readable.from([Buffer.from(name)]), sizeBytesMax);
  }
  const owner = await readOwner(deps);
  if (owner === name) return true;
  const details = { event: 'asset.storage_not_owned', owner, database: name };
  deps.log.warn(details, 'Unused files are kept because the storage belongs to another database');
  return false;
}
