import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type FoundMatch, type Matcher, SlowPatternError } from './matcher';

/** Longer matches across two windows are found in part. */
const overlapBytes = 4096;
/** For one window of 64 KiB, which takes a usual pattern a millisecond. */
const timeMsDefault = 5000;
const memoryMiB = 64;

const program = fileURLToPath(new URL('./regex.thread.mjs', import.meta.url));

export interface RegexOptions {
  ignoreCase: boolean;
  timeMs?: number;
}

/**
 * A regular expression over bytes as Latin-1, in a thread of its own that is ended when a window takes too long: the
 * expressions of JavaScript can take exponential time, and engines in linear time that run everywhere read 1 to 3 MB/s.
 */
export function createRegexMatcher(source: string, { ignoreCase, timeMs = timeMsDefault }: RegexOptions): Matcher {
  const thread = new Worker(program, {
    workerData: { source, flags: ignoreCase ? 'gsi' : 'gs' },
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    env: {},
    execArgv: [],
  });
  let failure: Error | undefined;
  let settle: ((found: FoundMatch[] | Error) => void) | undefined;
  const end = (error: Error) => {
    failure ??= error;
    settle?.(failure);
  };
  thread.on('message', (found: FoundMatch[]) => settle?.(found));
  thread.on('error', end);
  thread.on('exit', () => end(new SlowPatternError()));
  thread.unref();

  return {
    overlapBytes,
    async find(window, seenBytes) {
      if (failure) throw failure;
      const timer = setTimeout(() => {
        end(new SlowPatternError());
        void thread.terminate();
      }, timeMs);
      try {
        const found = await new Promise<FoundMatch[] | Error>((resolve) => {
          settle = resolve;
          thread.postMessage({ window: Uint8Array.from(window), seenBytes });
        });
        if (found instanceof Error) throw found;
        return found;
      } finally {
        clearTimeout(timer);
        settle = undefined;
      }
    },
    close: async () => void (await thread.terminate()),
  };
}
