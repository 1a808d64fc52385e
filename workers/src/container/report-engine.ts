import { type EngineCapacity, EngineError } from '@vexil/engine/engine';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { storeReport } from './engine.queries';

/** Registers an engine, or repeats that it is there, with its size and whether it answers. True where it is new. */
export async function reportEngine(deps: Pick<WorkerDeps, 'db'>, reached: WorkerEngine): Promise<boolean> {
  const { name, settings, health } = reached;
  const { memoryMiB, cpuTenths, kind, startsMax } = settings;
  const capacity = await readCapacity(reached);
  return storeReport(deps.db, {
    name,
    kind,
    isUp: health.isUp(),
    lastError: health.lastError(),
    memoryMiB: memoryMiB ?? capacity?.memoryMiB,
    cpuTenths: cpuTenths ?? capacity?.cpuTenths,
    isLimited: memoryMiB !== undefined || cpuTenths !== undefined,
    startsMax,
    runtimes: capacity?.runtimes,
  });
}

async function readCapacity({ engine, health }: WorkerEngine): Promise<EngineCapacity | undefined> {
  if (!health.isUp()) return undefined;
  try {
    return await engine.capacity();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}
