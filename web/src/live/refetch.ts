import type { QueryClient } from '@tanstack/react-query';
import { onLive } from './handlers';

/**
 * Fetches a game's data anew when the server cannot replay what was missed. Jittered over the time that the
 * server names, because one outage sends the request to all clients at once.
 */
export function refetchOnRequest(queryClient: QueryClient): () => void {
  return onLive('Refetch', ({ withinMs }, gameId) => {
    setTimeout(() => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfGame(queryKey, gameId) });
    }, Math.random() * withinMs);
  });
}

function isOfGame([route, input]: readonly unknown[], gameId: number): boolean {
  if (typeof route !== 'string' || !route.includes('/api/game/')) return false;
  return (input as { params?: { id?: unknown } } | undefined)?.params?.id === gameId;
}
