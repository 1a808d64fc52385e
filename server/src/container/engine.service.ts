import { containerJobs } from '@vexil/contract/container';
import type { EngineUpdateBody } from '@vexil/contract/engine';
import { DomainError } from '@vexil/contract/errors';
import { recordEnds } from '@vexil/data/container/ends.queries';
import { lockPlacement } from '@vexil/data/container/placement.queries';
import type { Deps } from '@vexil/http/deps';
import { announceContainers } from '@vexil/runtime/container-announce';
import { publishMany } from '@vexil/runtime/live';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import {
  countUnplaced,
  endContainersOn,
  getEngine,
  type LoadedEngine,
  listDrained,
  listEngines,
  listUnreachable,
  updateEngineState,
} from './engine.queries';

export async function readEngines({ db }: Pick<Deps, 'db'>): Promise<{ waiting: number; engines: LoadedEngine[] }> {
  const [waiting, engines] = await Promise.all([countUnplaced(db), listEngines(db)]);
  return { waiting, engines };
}

export const readDrainedEngines = ({ db }: Pick<Deps, 'db'>): Promise<string[]> => listDrained(db);

export const readUnreachableEngines = ({ db }: Pick<Deps, 'db'>): Promise<string[]> => listUnreachable(db);

const countLive = ({ running, starting, waiting, ending }: LoadedEngine) => running + starting + waiting + ending;

/** Throws `engine.notFound`, or `engine.occupied` where instances are left that are not to be given up. */
export async function updateEngine(
  deps: Deps,
  by: Author,
  name: string,
  { state, giveUp }: z.output<typeof EngineUpdateBody>,
): Promise<LoadedEngine> {
  return inTransaction(deps, async (work) => {
    // Otherwise a start could be placed on the engine after its instances were counted.
    await lockPlacement(work.tx);
    const found = await getEngine(work.tx, name);
    const count = countLive(found);
    if (state === 'removed' && count > 0) {
      if (!giveUp) throw new DomainError('engine.occupied', { params: { count } });
      const now = deps.clock.now();
      const ended = await endContainersOn(work.tx, name, now);
      const events = await recordEnds(work.tx, ended, now);
      work.after(() => announceContainers(deps, ended));
      work.after(() => publishMany(deps.redis, deps.keyPrefix, events));
    }
    await updateEngineState(work.tx, name, state);
    const given = state === 'removed' && count > 0 ? { instancesGivenUp: count } : {};
    const [before, after] = [{ state: found.engine.state }, { state, ...given }];
    await audit(work.tx, { by, gameId: null, action: 'engine.update', target: `engine:${name}`, before, after });
    // Room may have come, and an engine that answers removes what was given up.
    work.job(containerJobs.place, {});
    work.job(containerJobs.reconcile, {});
    return getEngine(work.tx, name);
  });
}
