import { useEffect, useSyncExternalStore } from 'react';

let pending: readonly number[] = [];
const listeners = new Set<() => void>();

function put(next: readonly number[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Challenges that leave the list while their deletion waits or is under way. */
export const hideChallenges = (ids: readonly number[]): void => put([...pending, ...ids]);
export const showChallenges = (ids: readonly number[]): void => put(pending.filter((id) => !ids.includes(id)));

/** Deletions that can still be taken back; each leaves when it runs or is undone. */
export const waitingDeletes = new Set<() => unknown>();

function deleteNow(): void {
  for (const run of waitingDeletes) run();
}

export const usePendingDeletes = (): readonly number[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );

/** Who leaves the page does not undo. */
export function useDeleteOnLeave(): void {
  useEffect(() => {
    window.addEventListener('pagehide', deleteNow);
    return () => {
      window.removeEventListener('pagehide', deleteNow);
      deleteNow();
    };
  }, []);
}
