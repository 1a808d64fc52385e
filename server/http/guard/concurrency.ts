import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@vexil/contract/errors';

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws `request.unavailable` when `waitingMax` wait already: a reply a minute later is of no use. */
export function createLimiter(runningMax: number, waitingMax: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new DomainError('request.unavailable', { retryAfterSeconds: 5 });
      // Finished work hands its slot over, so that no new work takes it in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs works that hold the event loop, one after the other, and leaves the loop to others in between. */
export interface ThrottledTask {
  run<T>(work: () => T): Promise<T>;
}

export interface ThrottledTaskOptions {
  /** Work of t ms is followed by a rest of t × `restTimes` ms. */
  restTimes: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  delay?: (ms: number) => Promise<unknown>;
}

/** In order of arrival; a failure rejects only its own caller. */
export function createThrottledTask({
  restTimes,
  now = () => performance.now(),
  delay = sleep,
}: ThrottledTaskOptions): ThrottledTask {
  let last: Promise<unknown> = Promise.resolve();
  let restUntil = 0;
  return {
    run(work) {
      const turn = last.then(async () => {
        await delay(Math.max(0, restUntil - now()));
        const begun = now();
        try {
          return work();
        } finally {
          restUntil = now() + restTimes * (now() - begun);
        }
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
