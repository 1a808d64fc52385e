import type { Query, QueryClient } from '@tanstack/react-query';
import { earlyWaitMs } from '../api/send';
import { onLive } from './handlers';

/**
 * Fetches a game's data anew when the server cannot replay what was missed. Jittered over the time that the
 * server names, because one outage sends the request to all clients at once.
 */
export function refetchOnRequest(queryClient: QueryClient): () => void {
  return onLive('Refetch', ({ withinMs }, gameId) => {
    setTimeout(() => void queryClient.invalidateQueries(ofGame(gameId)), Math.random() * withinMs);
  });
}

/** Fetches a game's data anew; what is being fetched is awaited. */
export const refreshGame = (queryClient: QueryClient, gameId: number): Promise<void> =>
  queryClient.invalidateQueries(ofGame(gameId), { cancelRefetch: false });

/** Age of the oldest data of a game in the cache; undefined where there is none. */
export function dataAgeMs(queryClient: QueryClient, gameId: number): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll(ofGame(gameId))
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0);
  return times.length === 0 ? undefined : Date.now() - Math.min(...times) + earlyWaitMs();
}

const ofGame = (gameId: number) => ({ predicate: ({ queryKey }: Query) => isOfGame(queryKey, gameId) });

function isOfGame([route, input]: readonly unknown[], gameId: number): boolean {
  if (typeof route !== 'string' || !route.includes('/api/game/')) return false;
  return (input as { params?: { id?: unknown } } | undefined)?.params?.id === gameId;
}
