import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { NotStoredError } from '@vexil/runtime/storage/storage';
import type { WorkerDeps } from '../deps';
import { nameDatabase } from './asset.queries';

const key = 'owner';
const sizeBytesMax = 256;

async function readOwner({ storage }: Pick<WorkerDeps, 'storage'>): Promise<string | undefined> {
  try {
    return await text(storage.readObject(key, { start: 0, end: sizeBytesMax - 1 }));
  } catch (error) {
    if (error instanceof NotStoredError) return undefined;
    throw error;
  }
}

/**
 * Whether this database is the one that the storage belongs to. What a sweep finds unused here another deployment may
 * need: a copy of the database for trying things out, say, that was left with the address of the real storage. The
 * first database that sweeps takes the storage as its own; the object `owner` in it says so and can be deleted to hand
 * it on.
 */
export async function ownsStorage(deps: Pick<WorkerDeps, 'storage' | 'db' | 'log'>): Promise<boolean> {
  const name = await nameDatabase(deps.db);
  if ((await readOwner(deps)) === undefined) {
    await deps.storage.putObject(key, Readable.from([Buffer.from(name)]), sizeBytesMax);
  }
  const owner = await readOwner(deps);
  if (owner === name) return true;
  deps.log.warn({ owner, database: name }, 'Unused files stay: the storage belongs to another database');
  return false;
}
