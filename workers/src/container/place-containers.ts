import { containerJobs } from '@vexil/contract/container';
import {
  hasWaiting,
  lockPlacement,
  type PlacementFacts,
  planOf,
  readPlacement,
} from '@vexil/data/container/placement.queries';
import type { Tx } from '@vexil/db';
import type { ContainerRow } from '@vexil/db/schema/container';
import { engineWaitMs, placementWaitMsMax } from '@vexil/rules/container.rules';
import type { PlacementPlan, PlacementRefusal } from '@vexil/rules/placement.rules';
import { addEngineJob, addJob } from '@vexil/runtime/queues';
import { inTransaction } from '@vexil/runtime/transaction';
import { handle } from '../run-job';
import { failWaiting, placeWaiting } from './container.queries';
import { endAhead } from './keep.queries';
import { reportFailed } from './report-failed';

const announceEveryMs = 500;

/** Gives waiting starts an engine. One run at a time in the deployment, so that no limit is exceeded. */
export const placeContainers = handle(containerJobs.place, async (deps) => {
  if (!(await hasWaiting(deps.db))) return;
  const { plan, failed } = await inTransaction(deps, async (work) => {
    await lockPlacement(work.tx);
    const now = deps.clock.now();
    const facts = await readPlacement(work.tx, now);
    const planned = planOf(facts);
    for (const [engine, ids] of byEngine(planned)) {
      const rows = await placeWaiting(work.tx, ids, engine, now);
      work.after(() => Promise.all(rows.map(({ id }) => addEngineJob(deps, engine, containerJobs.start, startOf(id)))));
    }
    for (const { id } of await endAhead(work.tx, planned.evicted, 'evicted'))
      work.job(containerJobs.stop, { containerId: id });
    return { plan: planned, failed: await failHopeless(work.tx, planned, facts, now) };
  });
  await reportFailed(deps, failed);
  if (plan.waiting.length > 0) await addJob(deps, containerJobs.announceQueue, {}, { delayMs: announceEveryMs });
});

const startOf = (containerId: string) => ({ containerId, isTakenOver: false });

function byEngine({ placed }: PlacementPlan): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, engine } of placed) ids.set(engine, [...(ids.get(engine) ?? []), id]);
  return ids;
}

function reasonOf(why: PlacementRefusal, { isDrained }: Pick<PlacementFacts, 'isDrained'>): string {
  if (why === 'tooLarge' || (why === 'noEngine' && isDrained)) return 'noCapacity';
  return why;
}

/** Ends the starts that no engine can hold, or that have waited too long, so that their callers get an answer. */
async function failHopeless(
  tx: Tx,
  { refused, waiting }: PlacementPlan,
  facts: PlacementFacts,
  now: Date,
): Promise<ContainerRow[]> {
  const requestedAt = new Map(facts.waiting.map((one) => [one.id, one.requestedAt.getTime()]));
  const late = waiting.flatMap(({ id, obstacle }) => {
    const waitedMs = now.getTime() - (requestedAt.get(id) ?? now.getTime());
    if (obstacle === 'engineDown') return waitedMs >= engineWaitMs ? [{ id, reason: 'engineDown' }] : [];
    return waitedMs >= placementWaitMsMax ? [{ id, reason: 'noCapacity' }] : [];
  });
  const hopeless = [...refused.map(({ id, why }) => ({ id, reason: reasonOf(why, facts) })), ...late];
  const failed: ContainerRow[] = [];
  for (const { id, reason } of hopeless) failed.push(...(await failWaiting(tx, id, reason, now)));
  return failed;
}
