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

export interface PacedQueue {
  /** Throws `request.busy` when the wait would be too long, unless it `mustRun`. */
  run<T>(work: () => Promise<T>, options?: { mustRun?: boolean }): Promise<T>;
  waitMs(): number;
  isLong(): boolean;
  retryAfterSeconds(): number;
  readonly waiting: number;
  waitMsMax: number;
}

export interface PacedQueueOptions {
  runningMax: number;
  waitMsMax: number;
  workMs: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  random?: () => number;
}

export function createPacedQueue(options: PacedQueueOptions): PacedQueue {
  const { runningMax, workMs, now = () => performance.now(), random = Math.random } = options;
  type Waiting = { since: number; mustRun: boolean; begin: () => void; refuse: (error: DomainError) => void };
  const waiting: Waiting[] = [];
  let running = 0;
  let usualMs = workMs;

  const waitMs = () => (running < runningMax ? 0 : ((waiting.length + 1) * usualMs) / runningMax);

  /** With jitter, so that clients refused together do not retry together. */
  const retryAfterSeconds = () => Math.max(1, Math.ceil((waitMs() / 1000) * (0.5 + random()) + random()));

  function busy(): DomainError {
    const seconds = retryAfterSeconds();
    return new DomainError('request.busy', { params: { seconds }, retryAfterSeconds: seconds });
  }

  const isLong = () => waitMs() > queue.waitMsMax;

  /** Work may have become slower since it was queued; a client that waited far too long has left by now. */
  function next(): Waiting | undefined {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (one.mustRun || now() - one.since <= 2 * queue.waitMsMax) return one;
      one.refuse(busy());
    }
    return undefined;
  }

  const queue: PacedQueue = {
    waitMs,
    isLong,
    retryAfterSeconds,
    waitMsMax: options.waitMsMax,
    get waiting() {
      return waiting.length;
    },
    async run(work, { mustRun = false } = {}) {
      if (!mustRun && isLong()) throw busy();
      if (running < runningMax) running += 1;
      else {
        // Finished work hands its slot over, so that no new work takes it in between.
        await new Promise<void>((begin, refuse) => waiting.push({ since: now(), mustRun, begin, refuse }));
      }
      const begun = now();
      try {
        return await work();
      } finally {
        usualMs += (now() - begun - usualMs) / 8;
        const following = next();
        if (following) following.begin();
        else running -= 1;
      }
    },
  };
  return queue;
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
