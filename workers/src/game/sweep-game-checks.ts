import { listCheckCopies } from '@vexil/data/game/check-copy.queries';
import { deleteCopy, isAlive, stopCopy } from '@vexil/runtime/game-check';
import type { WorkerDeps } from '../deps';

/** A copy is made shortly before its check says for the first time that it lives. */
const freshMs = 60_000;
/** Then the copy goes even though containers were not stopped; they are removed as leftovers. */
const stopMsMax = 5 * 60_000;

/** Removes the copies of checks that were killed. */
export async function sweepGameChecks(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const { id, gameId, createdAt } of await listCheckCopies(deps.db)) {
    const ageMs = now - createdAt.getTime();
    if (ageMs < freshMs || (await isAlive(deps, id))) continue;
    if (!(await stopCopy(deps, id)) && ageMs < stopMsMax) continue;
    await deleteCopy(deps, id);
    const removed = { event: 'game_check.removed', gameId, copyId: id };
    deps.log.warn(removed, 'What an interrupted check of a game left was removed');
  }
}
