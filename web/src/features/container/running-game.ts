import { createStore, useStore } from '../../store/create-store';
import { readStoredJson, writeStored } from '../../store/stored';
import type { Instance } from './container.queries';

/** The game with instances of the account, so that the dock can stand on pages that know of no game. */
type RunningGame = { accountId: string; gameId: number; until: number };

const storageKey = 'runningInstances';
const current = createStore(read());

function read(): RunningGame | null {
  const { accountId, gameId, until } = (readStoredJson(storageKey) ?? {}) as Record<string, unknown>;
  if (typeof accountId !== 'string' || typeof gameId !== 'number' || typeof until !== 'number') return null;
  return { accountId, gameId, until };
}

function keep(next: RunningGame | null): void {
  if (JSON.stringify(next) === JSON.stringify(current.get())) return;
  writeStored(storageKey, next && JSON.stringify(next));
  current.set(next);
}

/** Takes down what runs in a game, or that nothing does any more. */
export function noteInstances(accountId: string, gameId: number, instances: readonly Instance[]): void {
  const until = Math.max(0, ...instances.map(({ expectStopAt }) => expectStopAt ?? 0));
  if (until > 0) keep({ accountId, gameId, until });
  else if (current.get()?.gameId === gameId && instances.length === 0) keep(null);
}

export const forgetInstances = (): void => keep(null);

export const useRunningGame = (): RunningGame | null => useStore(current);
