import type { QueryClient } from '@tanstack/react-query';
import { onLive } from './handlers';

/**
 * Fetches a game's data anew when the server can no longer tell what was missed. Spread over the time it
 * names: everybody who was cut off by the same fault is told at the same moment.
 */
export function refetchWhenTold(queryClient: QueryClient): () => void {
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
