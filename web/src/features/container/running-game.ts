import { useSyncExternalStore } from 'react';
import type { Instance } from './container.queries';

/** The game with instances of the account, so that the dock can stand on pages that know of no game. */
type RunningGame = { accountId: string; gameId: number; until: number };

const storageKey = 'runningInstances';
const listeners = new Set<() => void>();
let current = read();

function read(): RunningGame | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { accountId, gameId, until } = stored as Record<string, unknown>;
    if (typeof accountId !== 'string' || typeof gameId !== 'number' || typeof until !== 'number') return null;
    return { accountId, gameId, until };
  } catch {
    return null;
  }
}

function keep(next: RunningGame | null): void {
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  try {
    if (next) localStorage.setItem(storageKey, JSON.stringify(next));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Takes down what runs in a game, or that nothing does any more. */
export function noteInstances(accountId: string, gameId: number, instances: readonly Instance[]): void {
  const until = Math.max(0, ...instances.map(({ expectStopAt }) => expectStopAt ?? 0));
  if (until > 0) keep({ accountId, gameId, until });
  else if (current?.gameId === gameId && instances.length === 0) keep(null);
}

export const forgetInstances = (): void => keep(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRunningGame = (): RunningGame | null => useSyncExternalStore(subscribe, () => current);
