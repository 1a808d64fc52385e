import { statfs } from 'node:fs/promises';
import type { Config } from '@vexil/runtime/config';
import { shareFor } from '@vexil/runtime/within';

export interface DiskSpace {
  /** Bytes free where the least is; null when no such directory is here, as with a database and a bucket elsewhere. */
  freeBytes(): Promise<number | null>;
}

const ageMsMax = 1000;

async function freeOf(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    // One that is not made yet; whether it can be used is the readiness check's matter.
    return Number.POSITIVE_INFINITY;
  }
}

export function openDiskSpace({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): DiskSpace {
  const directories = [dataDir, ...(storage.kind === 'file' ? [storage.directory] : [])];
  const read = async () => {
    const least = Math.min(...(await Promise.all(directories.map(freeOf))));
    return Number.isFinite(least) ? least : null;
  };
  return { freeBytes: shareFor(ageMsMax, read) };
}
