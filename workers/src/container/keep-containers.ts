import { containerJobs } from '@vexil/contract/container';
import { lockPlacement } from '@vexil/data/container/placement.queries';
import type { Tx } from '@vexil/db';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { NewContainerRow } from '@vexil/db/schema/container';
import type { GameRow } from '@vexil/db/schema/game';
import { type AheadPlan, aheadEndMs, aheadRetryMs, planAhead } from '@vexil/rules/container-ahead.rules';
import { readContainerOptions } from '@vexil/rules/container-options.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { instanceColumns, specHashOf } from '@vexil/runtime/instance';
import { inTransaction } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { readCeilings } from './container.queries';
import { endAhead, insertAhead, listActiveEngines, listAhead, listFailedAhead, listKeeping } from './keep.queries';

/** Starts and ends what no team asked for. Under the lock of the placement, so that an engine's state does not change. */
export const keepContainers = handle(containerJobs.keep, async (deps) => {
  await inTransaction(deps, async (work) => {
    await lockPlacement(work.tx);
    const now = deps.clock.now();
    const keeping = await listKeeping(work.tx);
    const plan = await planNow(deps, work.tx, keeping, now);
    const ended = await endAhead(work.tx, plan.surplus, 'notNeeded');
    const started = await insertAhead(work.tx, await rowsOf(deps, work.tx, { plan, keeping, now }));
    work.after(() => announceContainers(deps, [...ended, ...started]));
    for (const { id } of ended) work.job(containerJobs.stop, { containerId: id });
    if (started.length > 0) work.job(containerJobs.place, {});
  });
});

interface Keeping {
  challenge: ChallengeRow;
  game: GameRow;
}

async function planNow(deps: WorkerDeps, tx: Tx, keeping: readonly Keeping[], now: Date): Promise<AheadPlan> {
  const failed = await listFailedAhead(tx, new Date(now.getTime() - aheadRetryMs));
  const wanted = keeping.map(({ challenge, game: { startAt, endAt, practiceMode, pausedAt } }) => {
    const { id, isEnabled } = challenge;
    const { sharing, warmCount } = readContainerOptions(challenge.containerOptions);
    const specHash = specHashOf(deps, challenge);
    const times = { startAt, endAt, practiceMode, pausedAt };
    return { id, isEnabled, sharing, warmCount, specHash, hasFailed: failed.has(id), ...times };
  });
  return planAhead(wanted, await listAhead(tx), await listActiveEngines(tx), now);
}

async function rowsOf(
  deps: WorkerDeps,
  tx: Tx,
  { plan, keeping, now }: { plan: AheadPlan; keeping: readonly Keeping[]; now: Date },
): Promise<NewContainerRow[]> {
  const ceilings = await readCeilings(tx);
  return plan.missing.flatMap(({ challengeId, kind, count }) => {
    const found = keeping.find(({ challenge }) => challenge.id === challengeId);
    if (!found) return [];
    const { challenge, game } = found;
    return Array.from({ length: count }, () => ({
      kind,
      gameId: game.id,
      challengeId,
      sharedChallengeId: kind === 'Shared' ? challengeId : null,
      specHash: kind === 'Warm' ? specHashOf(deps, challenge) : null,
      ...instanceColumns(deps, challenge),
      requestedAt: now,
      expiresAt: new Date(aheadEndMs(game, now.getTime(), ceilings)),
    }));
  });
}
