/** More than so many are not remembered within one period; the others have their turn by luck. */
const callersMax = 50_000;
const periodMs = 60_000;

/** Who was refused and came back when it was told to: those have their turn before those who have just come. */
export interface Patience {
  /** How often the caller has waited as it was told to, in the last minute or two; 0 for one who does not wait. */
  of(caller: string): number;
  noteRefused(caller: string, seconds: number): void;
}

interface Wait {
  times: number;
  /** On the clock that never goes back. */
  until: number;
}

export function createPatience(now: () => number = () => performance.now()): Patience {
  let since = now();
  let last = new Map<string, Wait>();
  let present = new Map<string, Wait>();

  function find(caller: string): Wait | undefined {
    if (now() - since >= periodMs) {
      last = now() - since < 2 * periodMs ? present : new Map();
      present = new Map();
      since = now();
    }
    return present.get(caller) ?? last.get(caller);
  }
  const hasWaited = (wait: Wait) => now() >= wait.until;

  return {
    of(caller) {
      const wait = find(caller);
      return wait && hasWaited(wait) ? wait.times : 0;
    },
    noteRefused(caller, seconds) {
      const wait = find(caller);
      if (!present.has(caller) && present.size >= callersMax) return;
      // A browser asks for several things at once and is told about each.
      const times = wait === undefined ? 1 : hasWaited(wait) ? wait.times + 1 : wait.times;
      present.set(caller, { times, until: Math.max(wait?.until ?? 0, now() + seconds * 1000) });
    },
  };
}
