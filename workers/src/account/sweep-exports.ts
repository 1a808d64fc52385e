import { ownDataJobs } from '@vexil/contract/own-data';
import { exportKeptMs } from '@vexil/contract/own-data.limits';
import { exportFolder, exportKey } from '@vexil/runtime/export-key';
import { addJob } from '@vexil/runtime/queues';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import type { WorkerDeps } from '../deps';
import { deleteExport, listExports } from './export.queries';

/** Makes what a lost worker or Redis left, and deletes what has expired or has no account any more. */
export async function sweepExports(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  // Before the rows: an archive has a row before it is stored.
  const stored = await deps.storage.listObjects(exportFolder);
  const kept = new Set<string>();
  for (const request of await listExports(deps.db)) {
    const { accountId, finishedAt, origin, mailedAt } = request;
    const isUnmailed = origin !== null && mailedAt === null && deps.mailer !== null;
    const isKept =
      finishedAt === null ||
      (finishedAt.getTime() + exportKeptMs > now && (await deps.storage.statObject(exportKey(accountId))));
    if (isKept) kept.add(exportKey(accountId));
    else await deleteExport(deps.db, request);
    if (isKept && (finishedAt === null || isUnmailed)) await addJob(deps, ownDataJobs.export, { accountId });
  }
  const stale = stored.filter(({ key }) => !kept.has(key));
  if (stale.length === 0 || !(await ownsStorage(deps))) return;
  for (const { key } of stale) await deps.storage.deleteObject(key);
}
