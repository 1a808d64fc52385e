import type { Deps } from '@vexil/http/deps';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import { sweepContents } from '@vexil/runtime/sweep-contents';
import { OperateError } from '../operate-error';

/** As long as workers keep them: an upload may still be on its way to its row. */
const keptMs = 24 * 3_600_000;

export interface SweptStorage {
  hashes: string[];
  bytes: number;
}

/**
 * Finds stored files that no row names, a day after they were stored.
 * @throws OperateError when it is to delete and the storage belongs to another database
 */
export async function sweepStorage(
  deps: Pick<Deps, 'db' | 'storage' | 'log' | 'clock'>,
  { deletes }: { deletes: boolean },
): Promise<SweptStorage> {
  if (deletes && !(await ownsStorage(deps))) {
    throw new OperateError(
      'The storage belongs to another database: deleting here would take its files. Its object "owner" says which.',
    );
  }
  const swept: SweptStorage = { hashes: [], bytes: 0 };
  await sweepContents(deps, {
    before: new Date(deps.clock.now().getTime() - keptMs),
    deletes,
    onFound({ hash, sizeBytes }) {
      swept.hashes.push(hash);
      swept.bytes += sizeBytes;
    },
  });
  return swept;
}
