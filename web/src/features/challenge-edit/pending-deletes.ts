import { useEffect } from 'react';
import { createStore, useStore } from '../../store/create-store';

const pending = createStore<readonly number[]>([]);

/** Challenges that leave the list while their deletion waits or is under way. */
export const hideChallenges = (ids: readonly number[]): void => pending.set([...pending.get(), ...ids]);
export const showChallenges = (ids: readonly number[]): void =>
  pending.set(pending.get().filter((id) => !ids.includes(id)));

/** Deletions that can still be taken back; each leaves when it runs or is undone. */
export const waitingDeletes = new Set<() => unknown>();

function deleteNow(): void {
  for (const run of waitingDeletes) run();
}

export const usePendingDeletes = (): readonly number[] => useStore(pending);

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
