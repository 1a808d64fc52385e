import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/clock';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let now = serverNow();

function tick() {
  now = serverNow();
  for (const listener of listeners) listener();
  schedule();
}

// One timer for the whole page, at the turn of the server's second, so that all countdowns move together.
function schedule() {
  timer = setTimeout(tick, 1000 - (Math.floor(serverNow()) % 1000) + 5);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = serverNow();
    schedule();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The server's time in Unix milliseconds, renewed once per second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** A text that depends on the server's time: renders again only when the text is another. */
export const useTextOfNow = <Text extends string>(write: (now: number) => Text): Text =>
  useSyncExternalStore(subscribe, () => write(now));
