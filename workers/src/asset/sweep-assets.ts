import { violatedConstraint } from '@vexil/db/errors';
import { lockFile } from '@vexil/db/schema/file';
import type { SQL } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { deleteIfUnused, listKnown, listUnused, unusedSince } from './asset.queries';
import { ownsStorage } from './storage-owner';

/** Long enough for any upload to end, and for a file to be attached some time after its upload. */
const keptMs = 24 * 3600 * 1000;
const rowsAtOnce = 100;
const contentsAtOnce = 500;

const folders = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Works in small steps, and may be interrupted between any two. */
export async function sweepAssets(deps: WorkerDeps, _payload: object, { signal }: JobRun): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - keptMs);
  const leftovers = await deps.storage.deleteIncoming(before);
  if (!(await ownsStorage(deps))) return;
  const unused = await sweepFiles(deps, before, signal);
  const unknown = await sweepContents(deps, before, signal);
  if (leftovers + unused + unknown > 0) {
    deps.log.info({ event: 'asset.deleted', leftovers, unused, unknown }, 'Unused files were deleted');
  }
}

async function deleteFile(deps: WorkerDeps, unused: SQL, hash: string): Promise<boolean> {
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

async function sweepFiles(deps: WorkerDeps, before: Date, signal: AbortSignal): Promise<number> {
  const unused = await unusedSince(deps.db, before);
  let count = 0;
  for (let after = ''; !signal.aborted; ) {
    const hashes = await listUnused(deps.db, unused, after, rowsAtOnce);
    for (const hash of hashes) if (await deleteFile(deps, unused, hash)) count += 1;
    if (hashes.length < rowsAtOnce) break;
    after = hashes.at(-1) ?? after;
  }
  return count;
}

async function deleteUnknown(deps: WorkerDeps, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const known = await listKnown(deps.db, hashes);
  let count = 0;
  for (const hash of hashes.filter((each) => !known.has(each))) {
    await deps.db.transaction(async (tx) => {
      // An upload that inserts the row checks for the content under the same lock.
      await lockFile(tx, hash);
      if ((await listKnown(tx, [hash])).size > 0) return;
      await deps.storage.delete(hash);
      count += 1;
    });
  }
  return count;
}

async function sweepContents(deps: WorkerDeps, before: Date, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const folder of folders) {
    let hashes: string[] = [];
    for await (const { hash, updatedAt } of deps.storage.listContents(folder)) {
      if (signal.aborted) return count;
      if (updatedAt < before) hashes.push(hash);
      if (hashes.length < contentsAtOnce) continue;
      count += await deleteUnknown(deps, hashes);
      hashes = [];
    }
    count += await deleteUnknown(deps, hashes);
  }
  return count;
}
