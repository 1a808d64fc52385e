import { findBoardVersion } from '@vexil/runtime/scoreboard.store';
import type { WorkerDeps } from '../deps';
import { publishNewSolves } from './apply-solves';
import type { HeldGame, Wish } from './held-game';
import { rebuildBoard, rememberCheck } from './rebuild-board';

const attemptsMax = 10;

/**
 * Brings the published boards of a game up to what is wished for, and gives what to hold from now on. When this fails,
 * `held` means nothing any more.
 */
export async function advanceBoard(
  deps: WorkerDeps,
  gameId: number,
  held: HeldGame | null,
  wish: Wish,
): Promise<HeldGame | null> {
  let usable = held;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = usable && (await isPublished(deps, gameId, usable)) ? usable : null;
    usable = null;
    if (current && !wish.facts && !wish.check) {
      if (await publishNewSolves(deps, current, wish.repeated)) return current;
      continue;
    }
    const startedAt = performance.now();
    const rebuilt = await rebuildBoard(deps, { gameId, wish, current, last: held });
    if (rebuilt === undefined) continue;
    if (rebuilt) await rememberCheck(deps, gameId, performance.now() - startedAt);
    return rebuilt;
  }
  throw new Error('Other workers published this board again and again');
}

/** Whether what is held lies in Redis as well: it may have been emptied, or another worker may have gone on. */
async function isPublished({ redis }: WorkerDeps, gameId: number, { editions }: HeldGame): Promise<boolean> {
  const versions = await Promise.all(editions.map(({ edition }) => findBoardVersion(redis, edition.prefix, gameId)));
  return editions.every(({ version }, at) => version === versions[at]);
}
