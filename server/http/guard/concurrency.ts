import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@vexil/contract/errors';
import { turnsRetrySeconds } from './limits';

/** Work beyond `runningMax` waits in order of arrival. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly runningMax: number,
    private readonly waitingMax: number,
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Resolves when the work may begin; undefined where `waitingMax` wait already. */
  enter(): Promise<void> | undefined {
    if (this.running >= this.runningMax) {
      if (this.waiting.length >= this.waitingMax) return undefined;
      return new Promise((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
    return Promise.resolve();
  }

  /** Finished work hands its slot over, so that no new work takes it in between. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws `request.unavailable` when `waitingMax` wait already: a reply a minute later is of no use. */
export function createLimiter(runningMax: number, waitingMax: number): Limiter {
  const turns = new Turns(runningMax, waitingMax);
  return async (work) => {
    const turn = turns.enter();
    if (!turn) throw new DomainError('request.unavailable', { retryAfterSeconds: turnsRetrySeconds });
    await turn;
    try {
      return await work();
    } finally {
      turns.leave();
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
