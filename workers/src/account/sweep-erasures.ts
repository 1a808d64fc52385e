import { findPlayingTeam, lockAdministrators, renewInvitesOf } from '@vexil/data/account/erasure.queries';
import { captureKey } from '@vexil/runtime/capture-key';
import { exportKey } from '@vexil/runtime/export-key';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import { inTransaction } from '@vexil/runtime/transaction';
import { deleteUnusedFiles } from '../asset/sweep-assets';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import {
  erasePerson,
  eraseTeam,
  eraseTexts,
  finishErasure,
  forgetCapture,
  leaveTeams,
  listCapturesOf,
  listDueErasures,
  listGamesOf,
  listOwnTeams,
  lockErasure,
  readTraces,
} from './erase.queries';

/** Of accounts and, where they played alone, of teams; the end of an id is random. */
const placeholderOf = (accountId: string) => `erased-${accountId.slice(-8)}`;

/** Files first: without their rows none would find them. */
async function eraseCaptures(deps: WorkerDeps, accountId: string): Promise<void> {
  const { ips } = await readTraces(deps.db, accountId);
  for (const row of await listCapturesOf(deps.db, accountId, ips)) {
    if (row.state !== 'open') await deps.storage.deleteObject(captureKey(row));
    await forgetCapture(deps.db, row, deps.clock.now());
  }
}

/** Whether it was erased: a captain whose team plays by now has to wait, and so has the last administrator. */
async function eraseAccount(deps: WorkerDeps, accountId: string): Promise<boolean> {
  const now = deps.clock.now();
  if ((await findPlayingTeam(deps.db, accountId, now)) !== undefined) return false;
  await eraseCaptures(deps, accountId);
  return inTransaction(deps, async (work) => {
    const { tx } = work;
    const administrators = await lockAdministrators(tx);
    if (administrators.length === 1 && administrators[0] === accountId) return false;
    if (!(await lockErasure(tx, accountId))) return false;
    const traces = await readTraces(tx, accountId);
    const own = await listOwnTeams(tx, accountId);
    const games = await listGamesOf(tx, accountId);
    const name = placeholderOf(accountId);
    await renewInvitesOf(tx, accountId);
    await leaveTeams(tx, accountId, own);
    const used = await erasePerson(tx, accountId, name);
    for (const team of own) used.push(...(await eraseTeam(tx, team, name)));
    await eraseTexts(tx, accountId, traces, own);
    await finishErasure(tx, accountId, now);
    const hashes = new Set(used.filter((hash) => hash !== null));
    work.after(() => deleteUnusedFiles(deps, hashes));
    work.after(() => deps.storage.deleteObject(exportKey(accountId)));
    work.accessChanged([accountId]);
    work.changes('posts', ...games.flatMap((id) => [`teams:${id}`, `notices:${id}`] as const));
    work.scoreboards(games);
    return true;
  });
}

/** Erases the accounts whose time to change one's mind is over. */
export async function sweepErasures(deps: WorkerDeps, _payload: object, { signal }: JobRun): Promise<void> {
  const due = await listDueErasures(deps.db, deps.clock.now());
  if (due.length === 0 || !(await ownsStorage(deps))) return;
  let erased = 0;
  for (const accountId of due) {
    if (signal.aborted) break;
    if (await eraseAccount(deps, accountId)) erased += 1;
  }
  if (erased > 0) deps.log.info({ event: 'account.erased', erased }, 'Accounts were erased as their owners had asked');
}
