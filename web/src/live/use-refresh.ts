import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshGame } from './refetch';
import { useLive } from './use-live';

/** Tests replace it: most of them run without a hub. */
export const refresh = { intervalMs: 10_000 };

/** Keeps a game's hub connected while the component is there; fetches the game's data now and then while it is not. */
export function useRefresh(gameId: number): void {
  const client = useQueryClient();
  const isLive = useLive(gameId) === 'live';
  useEffect(() => {
    if (isLive) return;
    // One outage disconnects thousands of browsers at once.
    const intervalMs = refresh.intervalMs * (0.9 + Math.random() * 0.2);
    const timer = setInterval(() => !document.hidden && void refreshGame(client, gameId), intervalMs);
    return () => clearInterval(timer);
  }, [client, gameId, isLive]);
}
