import type { Instance } from './container.queries';

const keyOf = (gameId: number) => `instances.${gameId}`;

/** Ids of the challenges whose instances this browser has seen running and that may still be. */
export function recallInstances(gameId: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(gameId)) ?? '[]');
    const entries = Array.isArray(stored) ? (stored as [unknown, unknown][]) : [];
    return entries.flatMap(([id, until]) =>
      typeof id === 'number' && typeof until === 'number' && until > Date.now() ? [id] : [],
    );
  } catch {
    return [];
  }
}

/** Keeps ids and times only: addresses belong to the team, and whoever uses this browser next asks for its own. */
export function rememberInstances(gameId: number, instances: readonly Instance[]): void {
  try {
    const entries = instances.flatMap(({ challengeId, expectStopAt }) =>
      expectStopAt === null ? [] : [[challengeId, expectStopAt]],
    );
    if (entries.length > 0) localStorage.setItem(keyOf(gameId), JSON.stringify(entries));
    else localStorage.removeItem(keyOf(gameId));
  } catch {
    // Without storage the list is empty after a reload until the challenges are opened.
  }
}
