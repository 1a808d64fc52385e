import type { ContainerEngine, EngineError, EngineLogger } from './engine';

/** Returns the ids removed. */
export async function removeUnknown(
  ids: readonly string[],
  known: Parameters<ContainerEngine['removeLeftovers']>[0],
  stop: ContainerEngine['stop'],
  logger: EngineLogger | undefined,
): Promise<string[]> {
  const kept = known instanceof Set ? known : await known([...ids]);
  const removed: string[] = [];
  for (const id of ids.filter((one) => !kept.has(one))) {
    try {
      await stop(id);
      removed.push(id);
    } catch (error) {
      const details = { event: 'engine.cleanup_failed', err: error as EngineError };
      logger?.warn(details, 'Removing a leftover container failed, retrying with the next sweep');
    }
  }
  return removed;
}
