import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@vexil/contract/errors';
import { turnsRetrySeconds } from './limits';

/** Work beyond `runningMax` waits in order of arrival, and is refused when `waitingMax` wait already. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  running = 0;

  constructor(
    private readonly runningMax: number,
    private readonly waitingMax: number,
    private readonly refusal: () => DomainError,
  ) {}

  async enter(): Promise<void> {
    if (this.running < this.runningMax) this.running += 1;
    else if (this.waiting.length < this.waitingMax) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else throw this.refusal();
  }

  /** Hands the slot over, so that no new work takes it in between. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws `request.unavailable` when `waitingMax` wait already: a reply a minute later is of no use. */
export function createLimiter(runningMax: number, waitingMax: number): Limiter {
  const refusal = () => new DomainError('request.unavailable', { retryAfterSeconds: turnsRetrySeconds });
  const turns = new Turns(runningMax, waitingMax, refusal);
  return async (work) => {
    await turns.enter();
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
