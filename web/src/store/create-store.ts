import { useSyncExternalStore } from 'react';

/** A value outside of React that components read with `useStore`. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** `watch` begins with the first subscriber; the function that it returns is called after the last one. */
export function createStore<T>(initial: T, watch?: () => () => void): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  let unwatch: (() => void) | undefined;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) unwatch = watch?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unwatch?.();
      };
    },
  };
}

export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get);
