import { pause } from './abort';
import type { ContainerChange, ContainerState, RunningContainer } from './engine';

const EVERY_MS = 1_000;

/** For engines without events of containers: compares lists. An engine that does not answer is asked again. */
export async function followByPolling(
  list: () => Promise<RunningContainer[]>,
  onChange: (id: string, what: ContainerChange) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: Map<string, ContainerState> | null = null;
  while (!signal.aborted) {
    const now = await list().then(
      (containers) => new Map(containers.map(({ id, state }) => [id, state])),
      () => null,
    );
    if (now !== null) {
      const exited = [...now].filter(([id, state]) => state === 'exited' && last?.get(id) !== 'exited');
      for (const [id] of exited) onChange(id, 'exited');
      for (const id of last?.keys() ?? []) if (!now.has(id)) onChange(id, 'removed');
      last = now;
    }
    await pause(EVERY_MS, signal);
  }
}
