import { lockFile } from '@vexil/data/asset/file-uses.queries';
import { violatedConstraint } from '@vexil/db/errors';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import { sweepContents } from '@vexil/runtime/sweep-contents';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { deleteIfUnused, listUnused, type Unused, unusedSince } from './asset.queries';

/** Long enough for any upload to end, and for a file to be attached some time after its upload. */
const keptMs = 24 * 3600 * 1000;
const rowsAtOnce = 100;

/** Works in small steps, and may be interrupted between any two. */
export async function sweepAssets(deps: WorkerDeps, _payload: object, { signal }: JobRun): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - keptMs);
  const leftovers = await deps.storage.deleteIncoming(before);
  if (!(await ownsStorage(deps))) return;
  const unused = await sweepFiles(deps, before, signal);
  let unknown = 0;
  const onFound = () => {
    unknown += 1;
  };
  await sweepContents(deps, { before, deletes: true, onFound, signal });
  if (leftovers + unused + unknown > 0) {
    deps.log.info({ event: 'asset.deleted', leftovers, unused, unknown }, 'Unused files were deleted');
  }
}

async function deleteUnusedFile(deps: WorkerDeps, unused: Unused, hash: string): Promise<boolean> {
  try {
    return await deps.db.transaction(async (tx) => {
      await lockFile(tx, hash);
      if (!(await deleteIfUnused(tx, unused, hash))) return false;
      // Before the commit, because content without a row is harmless and a row without content is not.
      await deps.storage.delete(hash);
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error)) return false;
    throw error;
  }
}

/** At once, however new they are. Files in use stay. */
export async function deleteUnusedFiles(deps: WorkerDeps, hashes: ReadonlySet<string>): Promise<void> {
  const unused = await unusedSince(deps.db, new Date(deps.clock.now().getTime() + 1));
  for (const hash of hashes) await deleteUnusedFile(deps, unused, hash);
}

async function sweepFiles(deps: WorkerDeps, before: Date, signal: AbortSignal): Promise<number> {
  const unused = await unusedSince(deps.db, before);
  let count = 0;
  for (let after = ''; !signal.aborted; ) {
    const hashes = await listUnused(deps.db, unused, after, rowsAtOnce);
    for (const hash of hashes) if (await deleteUnusedFile(deps, unused, hash)) count += 1;
    if (hashes.length < rowsAtOnce) break;
    after = hashes.at(-1) ?? after;
  }
  return count;
}
