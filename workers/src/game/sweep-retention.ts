import { type RemovedKind, removedKinds, removedUntil } from '@vexil/rules/retention.rules';
import { captureKey } from '@vexil/runtime/capture-key';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { deleteUnusedFiles } from '../asset/sweep-assets';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import {
  clearAddresses,
  clearWriteups,
  deleteCaptures,
  listRetaining,
  lockCapturesUntil,
  lockRetaining,
  reportRemoved,
} from './retention.queries';

const rowsAtOnce = 1000;
/** Their deletion takes long where the storage is far, and the game is locked meanwhile. */
const filesAtOnce = 20;

interface Batch {
  work: Work;
  gameId: number;
  until: Date;
}

/** Each removes one batch in its transaction, and returns how many things that were. */
type Remove = (deps: WorkerDeps, batch: Batch) => Promise<number>;

async function removeCaptures({ storage }: WorkerDeps, { work, gameId, until }: Batch): Promise<number> {
  const rows = await lockCapturesUntil(work.tx, gameId, until, filesAtOnce);
  // First the files: a row without one is found by the next sweep, and a file without a row would stay.
  for (const row of rows) await storage.deleteObject(captureKey(row));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await deleteCaptures(work.tx, gameId, ids);
  return ids.length;
}

async function removeWriteups(deps: WorkerDeps, { work, gameId, until }: Batch): Promise<number> {
  const hashes = await clearWriteups(work.tx, gameId, until, filesAtOnce);
  work.after(() => deleteUnusedFiles(deps, new Set(hashes)));
  return hashes.length;
}

const removals: Record<RemovedKind, Remove> = {
  addresses: (_, { work, gameId, until }) => clearAddresses(work.tx, gameId, until, rowsAtOnce),
  captures: removeCaptures,
  writeups: removeWriteups,
};

/** What was removed is written down in the same transaction, so that a killed worker leaves the log right. */
async function removeKind(
  deps: WorkerDeps,
  { kind, gameId, signal }: { kind: RemovedKind; gameId: number; signal: AbortSignal },
  entryId: number | undefined,
): Promise<number | undefined> {
  let reported = entryId;
  for (let count = 1; count > 0 && !signal.aborted; ) {
    const done = await inTransaction(deps, async (work) => {
      const game = await lockRetaining(work.tx, gameId);
      const until = game && removedUntil(kind, game, deps.clock.now());
      const removed = until ? await removals[kind](deps, { work, gameId, until }) : 0;
      if (removed === 0) return { removed, entryId: reported };
      return { removed, entryId: await reportRemoved(work.tx, { gameId, entryId: reported }, kind, removed) };
    });
    count = done.removed;
    reported = done.entryId;
  }
  return reported;
}

/** Removes what games keep only for some days after their end. The audit log of a game says what and when. */
export async function sweepRetention(deps: WorkerDeps, _payload: object, { signal }: JobRun): Promise<void> {
  const now = deps.clock.now();
  const due = (await listRetaining(deps.db, now)).filter((game) =>
    removedKinds.some((kind) => removedUntil(kind, game, now) !== null),
  );
  if (due.length === 0) return;
  const kinds = (await ownsStorage(deps)) ? removedKinds : (['addresses'] as const);
  for (const { id: gameId } of due) {
    let entryId: number | undefined;
    for (const kind of kinds) entryId = await removeKind(deps, { kind, gameId, signal }, entryId);
    if (entryId !== undefined) deps.log.info({ event: 'game.expired', gameId }, 'Expired data of a game was removed');
  }
}
