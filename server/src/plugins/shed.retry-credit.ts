const callersMax = 50_000;
const periodMs = 60_000;

export interface RetryCredit {
  /** How often the caller waited for its retry time, in the last minute or two; 0 for one that does not wait. */
  of(caller: string): number;
  recordRefusal(caller: string, seconds: number): void;
}

interface Wait {
  times: number;
  /** Milliseconds of the monotonic clock. */
  until: number;
}

export function createRetryCredit(now: () => number = () => performance.now()): RetryCredit {
  let since = now();
  let last = new Map<string, Wait>();
  let current = new Map<string, Wait>();

  function find(caller: string): Wait | undefined {
    if (now() - since >= periodMs) {
      last = now() - since < 2 * periodMs ? current : new Map();
      current = new Map();
      since = now();
    }
    return current.get(caller) ?? last.get(caller);
  }
  const hasWaited = (wait: Wait) => now() >= wait.until;

  return {
    of(caller) {
      const wait = find(caller);
      return wait && hasWaited(wait) ? wait.times : 0;
    },
    recordRefusal(caller, seconds) {
      const wait = find(caller);
      if (!current.has(caller) && current.size >= callersMax) return;
      // A browser sends several requests at once, and each is refused.
      const times = wait === undefined ? 1 : hasWaited(wait) ? wait.times + 1 : wait.times;
      current.set(caller, { times, until: Math.max(wait?.until ?? 0, now() + seconds * 1000) });
    },
  };
}
