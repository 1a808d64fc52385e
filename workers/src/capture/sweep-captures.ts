import { captureJobs } from '@vexil/contract/capture-search';
import { sumCaptureBytes } from '@vexil/data/capture/size.queries';
import type { CaptureRow } from '@vexil/db/schema/capture';
import { captureKey } from '@vexil/runtime/capture-key';
import { addJob } from '@vexil/runtime/queues';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import type { WorkerDeps } from '../deps';
import { type Handler, handle } from '../run-job';
import {
  deleteLostRows,
  deleteOldSearches,
  deleteRow,
  hasUnchecked,
  listOldest,
  listOrphans,
  listStaleSearches,
} from './capture.queries';

const mib = 1024 * 1024;
/** Below the quota, so that recording does not stop between two sweeps. */
const filledPart = 0.95;
const filesAtOnce = 100;
const hourMs = 3_600_000;
const searchKeptMs = 7 * 24 * hourMs;
/** A connection lasts half an hour at most, and a file that is open is written to. */
const lostMs = 24 * hourMs;
const staleMs = 30_000;

async function deleteFile({ db, storage }: WorkerDeps, row: CaptureRow): Promise<void> {
  // First the file: a row without one is deleted by the next sweep, and a file without a row would stay.
  await storage.deleteObject(captureKey(row));
  await deleteRow(db, row.id);
}

async function deleteOldest(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const most = deps.config.captureDiskMaxMiB * mib * filledPart;
  let excess = (await sumCaptureBytes(deps.db)) - most;
  if (excess <= 0 || !(await ownsStorage(deps))) return;
  let files = 0;
  while (excess > 0 && !signal.aborted) {
    const rows = await listOldest(deps.db, filesAtOnce);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (excess <= 0) break;
      await deleteFile(deps, row);
      excess -= row.sizeBytes;
      files += 1;
    }
  }
  deps.log.warn({ event: 'capture.quota_deleted', files }, 'The oldest captures were deleted to keep to their quota');
}

async function deleteOrphans(deps: WorkerDeps): Promise<void> {
  const rows = await listOrphans(deps.db, filesAtOnce);
  if (rows.length === 0 || !(await ownsStorage(deps))) return;
  for (const row of rows) await deleteFile(deps, row);
}

/** Keeps captures to their quota, and finds what a crash left undone. */
export const sweepCaptures: Handler = handle(captureJobs.sweep, async (deps, _payload, { signal }) => {
  const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms);
  await deleteOldest(deps, signal);
  await deleteOrphans(deps);
  await deleteLostRows(deps.db, ago(lostMs));
  await deleteOldSearches(deps.db, ago(searchKeptMs));
  for (const searchId of await listStaleSearches(deps.db, ago(staleMs))) {
    await addJob(deps, captureJobs.search, { searchId });
  }
  if (await hasUnchecked(deps.db)) await addJob(deps, captureJobs.check, {});
});
