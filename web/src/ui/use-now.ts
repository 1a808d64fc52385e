import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/clock';
import { createStore, useStore } from '../store/create-store';

// One timer for the whole page, at the turn of the server's second, so that all countdowns move together.
const clock = createStore(serverNow(), () => {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    clock.set(serverNow());
    timer = setTimeout(tick, 1000 - (Math.floor(serverNow()) % 1000) + 5);
  };
  tick();
  return () => clearTimeout(timer);
});

/** The server's time in Unix milliseconds, renewed once per second. */
export const useNow = (): number => useStore(clock);

/** A text that depends on the server's time: renders again only when the text is another. */
export const useTextOfNow = <Text extends string>(write: (now: number) => Text): Text =>
  useSyncExternalStore(clock.subscribe, () => write(clock.get()));
