import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { acquireLive, type Hub, type LiveState, liveStateOf, subscribeLive } from './connection';
import { onLive } from './handlers';
import { dataAgeMs } from './refetch';
import type { LivePayload, LiveTarget } from './targets';
import { whenSettled } from './when-settled';

/**
 * Keeps a game's hub connected while the component is there, and gives the state of the connection. A new connection
 * waits until the page is there; the server then sends what happened since the page's data was fetched.
 */
export function useLive(gameId: number, hub: Hub = 'user'): LiveState {
  const client = useQueryClient();
  useEffect(() => {
    const acquire = () => acquireLive(hub, gameId, () => dataAgeMs(client, gameId));
    if (liveStateOf(hub, gameId) !== 'idle') return acquire();
    let release = () => {};
    const cancel = whenSettled(client, () => {
      release = acquire();
    });
    return () => {
      cancel();
      release();
    };
  }, [client, hub, gameId]);
  const state = useSyncExternalStore(subscribeLive, () => liveStateOf(hub, gameId));
  return state === 'idle' ? 'connecting' : state;
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
