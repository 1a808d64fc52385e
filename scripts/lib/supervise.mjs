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

  /** @param {number} failures so far, one after the other */
  const startAgain = async (failures) => {
    const { code, signal } = await child.exited;
    const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
    warn(`${child.name} ended by itself (${signal ?? `exit code ${code}`}); it starts again in ${pause / 1000} s.`);
    await delay(pause, undefined, { signal: abort.signal }).catch(() => undefined);
    if (stopping) return;
    child = (await start().catch(() => null)) ?? child;
    if (stopping) await child.stop();
  };
  const watch = async () => {
    for (let failures = 0; ; failures += 1) {
      const since = Date.now();
      await child.exited;
      if (stopping) return;
      if (Date.now() - since > steadyAfterMs) failures = 0;
      await startAgain(failures);
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
