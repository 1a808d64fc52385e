/** More callers are not tracked within a window: the others count as new. */
const callersMax = 50_000;

export interface Usage {
  add(caller: string, cost: number): void;
  of(caller: string): number;
  mean(): number;
}

/** Counts over about `windowMs`: the weight of the last window falls as the current one fills. `now` is monotonic. */
export function createUsage(windowMs: number, now: () => number = () => performance.now()): Usage {
  type Window = { counts: Map<string, number>; total: number };
  const empty = (): Window => ({ counts: new Map(), total: 0 });
  let since = now();
  let last = empty();
  let present = empty();

  function turn(): number {
    const passed = (now() - since) / windowMs;
    if (passed < 1) return 1 - passed;
    last = passed < 2 ? present : empty();
    present = empty();
    since += Math.floor(passed) * windowMs;
    return 1 - (now() - since) / windowMs;
  }

  return {
    add(caller, cost) {
      turn();
      const before = present.counts.get(caller);
      if (before === undefined && present.counts.size >= callersMax) return;
      present.counts.set(caller, (before ?? 0) + cost);
      present.total += cost;
    },
    of(caller) {
      const faded = turn();
      return (present.counts.get(caller) ?? 0) + faded * (last.counts.get(caller) ?? 0);
    },
    mean() {
      const faded = turn();
      const callers = Math.max(present.counts.size, last.counts.size * faded);
      return callers === 0 ? 0 : (present.total + faded * last.total) / callers;
    },
  };
}
