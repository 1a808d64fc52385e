import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { acquireLive, type Hub, type LiveState, liveStateOf, subscribeLive } from './connection';
import { onLive } from './handlers';
import { dataAgeMs } from './refetch';
import type { LivePayload, LiveTarget } from './targets';

/** Keeps a game's hub connected while the component is there, and gives the state of the connection. */
export function useLive(gameId: number, hub: Hub = 'user'): LiveState {
  const client = useQueryClient();
  useEffect(() => acquireLive(hub, gameId, () => dataAgeMs(client, gameId)), [client, hub, gameId]);
  return useSyncExternalStore(subscribeLive, () => liveStateOf(hub, gameId));
}

/** Subscribes to one target of one game while the component is there. */
export function useOnLive<T extends LiveTarget>(
  gameId: number,
  target: T,
  handler: (payload: LivePayload<T>) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => onLive(target, (payload, from) => from === gameId && latest.current(payload)), [gameId, target]);
}
