import { containerJobs } from '@vexil/contract/container';
import type { EngineImageRow } from '@vexil/db/schema/container';
import { EngineError } from '@vexil/engine/engine';
import { pullErrorOf } from '@vexil/rules/image-pull.rules';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { handle } from '../run-job';
import { whileEngineUp } from './engine-health';
import { listDuePulls, storePull } from './engine-image.queries';

/** More would slow each other, and starts, down. */
const pullsMax = 3;
const progressEveryMs = 1_000;

/**
 * Pulls the images that an engine was asked for. One that fails does not stop the others. During an outage the rows stay
 * due, and so they do when the process ends first.
 */
export const pullImages = handle(containerJobs.pullImages, async (deps, { engine: name }, { signal }) => {
  const reached = deps.engines.get(name);
  if (reached) await whileEngineUp(reached.health, () => pullDue(deps, reached, signal));
});

async function pullDue(deps: WorkerDeps, reached: WorkerEngine, signal: AbortSignal): Promise<void> {
  const taken = new Set<string>();
  let failed = false;
  const pullInTurn = async () => {
    while (!failed) {
      // Read anew, because more may have been asked for meanwhile.
      const due = (await listDuePulls(deps.db, reached.name)).find(({ image }) => !taken.has(image));
      if (!due || taken.has(due.image)) return;
      taken.add(due.image);
      await pullOne(deps, reached, due, signal).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: pullsMax }, pullInTurn));
  const rejected = results.find(({ status }) => status === 'rejected');
  if (rejected?.status === 'rejected') throw rejected.reason;
}

async function pullOne(deps: WorkerDeps, reached: WorkerEngine, row: EngineImageRow, signal: AbortSignal) {
  const { image } = row;
  const facts = { engine: reached.name, image };
  /** It stays usable, whatever becomes of this pull. */
  const isKept = row.state === 'present';
  try {
    if (isKept || !(await hasEverywhere(reached, image))) await pullWithProgress(deps, reached, row, signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'engineDown' || error.code === 'aborted') throw error;
    const { code, message: reason } = error;
    const shown = pullErrorOf(error, image);
    const state = isKept ? 'present' : 'failed';
    await storePull(deps.db, row, { state, percent: null, error: shown, updatedAt: deps.clock.now() });
    deps.log.warn({ event: 'image.pull_failed', ...facts, code, reason, status: 'Failed' }, 'An image was not pulled');
    return;
  }
  await storePull(deps.db, row, { state: 'present', percent: null, error: null, updatedAt: deps.clock.now() });
  deps.log.info({ event: 'image.present', ...facts, status: 'Success' }, 'An image is present on an engine');
}

/** The manager of a swarm knows of its own node only. */
const hasEverywhere = async ({ engine }: WorkerEngine, image: string) =>
  engine.kind !== 'swarm' && (await engine.hasImage(image));

async function pullWithProgress(
  deps: WorkerDeps,
  { engine }: WorkerEngine,
  row: EngineImageRow,
  signal: AbortSignal,
): Promise<void> {
  let storedAt = deps.clock.now().getTime();
  let storing = storePull(deps.db, row, { percent: 0, updatedAt: deps.clock.now() });
  const store = (part: number) => {
    const now = deps.clock.now();
    if (now.getTime() - storedAt < progressEveryMs) return;
    storedAt = now.getTime();
    const percent = Math.floor(Math.min(1, Math.max(0, part)) * 100);
    storing = storing
      .then(() => storePull(deps.db, row, { percent, updatedAt: now }))
      .catch((error: unknown) => {
        deps.log.debug({ event: 'image.progress_failed', image: row.image, err: error }, 'Storing a progress failed');
      });
  };
  await storing;
  try {
    await engine.pullImage(row.image, store, signal);
  } finally {
    await storing;
  }
}
