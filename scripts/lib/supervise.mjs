import { setTimeout as delay } from 'node:timers/promises';
import { warn } from './terminal.mjs';

const pausesMs = [500, 1000, 2000, 5000, 10_000, 30_000];
const steadyAfterMs = 60_000;

/**
 * Restarts an exited program, with growing pauses until it has run for a minute.
 * @param {import('./child.mjs').Child} child which runs already
 * @param {() => Promise<import('./child.mjs').Child>} start
 */
export function supervise(child, start) {
  let stopping = false;
  const abort = new AbortController();

  const watch = async () => {
    for (let failures = 0; ; failures += 1) {
      const since = Date.now();
      const { code, signal } = await child.exited;
      if (stopping) return;
      if (Date.now() - since > steadyAfterMs) failures = 0;
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
      warn(`${child.name} ended by itself (${signal ?? `exit code ${code}`}); it starts again in ${pause / 1000} s.`);
      await delay(pause, undefined, { signal: abort.signal }).catch(() => undefined);
      if (stopping) return;
      const next = await start().catch(() => null);
      if (next) child = next;
      if (stopping) await child.stop();
    }
  };
  const watching = watch();

  return {
    current: () => child,
    async stop() {
      stopping = true;
      abort.abort();
      await child.stop();
      await watching;
    },
    abandon() {
      stopping = true;
      child.abandon();
    },
  };
}
