import type { QueryClient } from '@tanstack/react-query';

/** A reply that takes longer does not keep the page from being live. */
const waitMsMax = 4000;

// Safari has none.
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 500 }) : setTimeout(run, 1);

/** Runs once what the page shows has come and is drawn; not any more after the returned function was called. */
export function whenSettled(client: QueryClient, run: () => void): () => void {
  let waiting = true;
  const end = () => {
    waiting = false;
    clearTimeout(timer);
    unsubscribe();
  };
  const settle = () => {
    if (!waiting) return;
    end();
    run();
  };
  const check = () => {
    // Asked again when the browser is idle: one reply often leads to the next request.
    if (waiting && client.isFetching() === 0) whenIdle(() => client.isFetching() === 0 && settle());
  };
  const timer = setTimeout(settle, waitMsMax);
  const unsubscribe = client.getQueryCache().subscribe(check);
  check();
  return end;
}
