import { loadNewSolves } from '@vexil/db/schema/scoreboard-solves';
import { applySolves, heldCursors } from '@vexil/rules/scoreboard.advance.rules';
import { limitDelta } from '@vexil/rules/scoreboard.diff.rules';
import { boardFreeze } from '@vexil/rules/scoreboard.freeze.rules';
import type { WorkerDeps } from '../deps';
import type { HeldGame } from './held-game';
import { fetchDelta, tellEdition, tellThenPublish } from './publish-edition';

/**
 * Publishes held boards with the solves that are new. False when that cannot be: another worker has published meanwhile,
 * or the game freezes now; what is held then means nothing any more.
 */
export async function publishNewSolves(deps: WorkerDeps, held: HeldGame, repeated: boolean): Promise<boolean> {
  const startedAt = performance.now();
  const { metrics } = deps;
  const live = held.editions.at(-1);
  if (!live) return false;
  const { solves, databaseTime } = await metrics.timeBoard('read', () =>
    loadNewSolves(deps.database.sql, heldCursors(live.scoreboard)),
  );
  const now = deps.clock.now().getTime();
  const isFrozen = held.editions[0]?.edition.frozenAt !== null;
  if (!isFrozen && boardFreeze({ game: held, solves }, now) !== null) return false;

  for (const one of held.editions) {
    const { edition, scoreboard, version } = one;
    const { frozenAt } = edition;
    const own = frozenAt === null ? solves : solves.filter(({ time }) => time <= frozenAt);
    const asOf = own.reduce(
      (last, { time }) => Math.max(last, time),
      Math.max(now, scoreboard.board.updateTimeUtc + 1),
    );
    const changes = metrics.timeBoard('apply', () => applySolves(scoreboard, own, asOf));
    if (!changes) {
      if (repeated) await tellEdition(deps, edition, version, fetchDelta(scoreboard.board));
      continue;
    }
    one.version = version + 1;
    const published = await tellThenPublish(deps, edition, {
      board: scoreboard.board,
      previous: version,
      version: one.version,
      factsAt: databaseTime,
      delta: limitDelta(changes),
      startedAt,
    });
    if (!published) return false;
    metrics.solvesApplied.inc(changes.solves.length);
  }
  return true;
}
