import { DomainError } from './contract/errors';

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `runningMax` works run at the same time; the others wait in order of arrival. Throws
 * `request.unavailable` when `waitingMax` wait already: an answer a minute later helps nobody.
 */
export function createLimiter(runningMax: number, waitingMax: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new DomainError('request.unavailable', { retryAfterSeconds: 5 });
      // Whoever ends hands its place over, so that no newcomer takes it in between.
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
