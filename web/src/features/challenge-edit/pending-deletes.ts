import { useSyncExternalStore } from 'react';

let pending: readonly number[] = [];
const listeners = new Set<() => void>();

function put(next: readonly number[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Challenges that leave the list while their deletion can still be taken back. */
export const hideChallenges = (ids: readonly number[]): void => put([...pending, ...ids]);
export const showChallenges = (ids: readonly number[]): void => put(pending.filter((id) => !ids.includes(id)));

export const usePendingDeletes = (): readonly number[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
