// Concurrent calls of one kind share one statement. Nothing is cached: each batch runs after its calls were made, so a
// result is as fresh as that of a statement of its own.

export interface BatchPlan<Key, Result> {
  /**
   * Gives one result for each key, in their order.
   *
   * @param isBeside whether an earlier batch of the group is still under way
   */
  run(keys: readonly Key[], isBeside: boolean): Promise<readonly Result[]>;
  sizeMax?: number;
  /** Without a group: so many batches may be under way. */
  inFlightMax?: number;
  group?: BatchGroup;
  separateBy?: (key: Key) => string;
  /** Whether one key can cause the failure; the batch then runs again key by key, so that only that one fails. */
  isOfOneKey?: (error: unknown) => boolean;
}

export interface Batcher<Key, Result> {
  (key: Key): Promise<Result>;
  idle(): Promise<void>;
}

interface Call<Key, Result> {
  key: Key;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

type StartBatch = (isBeside: boolean) => Promise<void>;

export interface BatchGroup {
  /** Batches requested in one turn of the event loop start together, once the earlier ones have ended. */
  request(batch: StartBatch): void;
}

const slowMs = 20;

/** Further batches start beside those that take longer than `slowMs`, up to `inFlightMax` times. */
export function createBatchGroup(inFlightMax = 4): BatchGroup {
  const requested = new Set<StartBatch>();
  let inFlight = 0;
  let late = 0;
  let scheduled = false;

  async function start(): Promise<void> {
    scheduled = false;
    const isBeside = inFlight > 0;
    let isLate = false;
    const slowTimer = setTimeout(() => {
      isLate = true;
      late += 1;
      schedule();
    }, slowMs);
    inFlight += 1;
    const batches = [...requested];
    requested.clear();
    await Promise.all(batches.map((batch) => batch(isBeside)));
    clearTimeout(slowTimer);
    inFlight -= 1;
    if (isLate) late -= 1;
    schedule();
  }

  function schedule(): void {
    if (scheduled || requested.size === 0 || inFlight > late || inFlight >= inFlightMax) return;
    scheduled = true;
    setImmediate(start);
  }

  return {
    request(batch) {
      requested.add(batch);
      schedule();
    },
  };
}

/** Calls of one turn of the event loop share a batch, in order. While a batch runs, calls collect for the next. */
export function createBatcher<Key, Result>(plan: BatchPlan<Key, Result>): Batcher<Key, Result> {
  const { run, sizeMax = 256, group = createBatchGroup(plan.inFlightMax), separateBy, isOfOneKey = () => false } = plan;
  let waiting: Call<Key, Result>[] = [];
  let inFlight = 0;
  let whenIdle: (() => void)[] = [];

  function take(): Call<Key, Result>[] {
    if (!separateBy) return waiting.splice(0, sizeMax);
    const batch = new Map<string, Call<Key, Result>>();
    waiting = waiting.filter((call) => {
      if (batch.size >= sizeMax) return true;
      const name = separateBy(call.key);
      if (batch.has(name)) return true;
      batch.set(name, call);
      return false;
    });
    return [...batch.values()];
  }

  async function settle(calls: readonly Call<Key, Result>[], isBeside: boolean): Promise<void> {
    try {
      const results = await run(
        calls.map(({ key }) => key),
        isBeside,
      );
      for (const [index, call] of calls.entries()) call.resolve(results[index] as Result);
    } catch (error) {
      if (calls.length === 1 || !isOfOneKey(error)) {
        for (const call of calls) call.reject(error);
        return;
      }
      // One after the other, because order may matter to them.
      for (const call of calls) await settle([call], isBeside);
    }
  }

  const batch: StartBatch = async (isBeside) => {
    inFlight += 1;
    const ended = settle(take(), isBeside);
    if (waiting.length > 0) group.request(batch);
    await ended;
    inFlight -= 1;
    if (inFlight > 0 || waiting.length > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };

  const batcher = (key: Key) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      group.request(batch);
    });
  const idle = async () => {
    if (inFlight > 0 || waiting.length > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
  };
  return Object.assign(batcher, { idle });
}

export interface OwnedBatcher<Owner, Key, Result> {
  (owner: Owner, key: Key): Promise<Result>;
  idle(owner: Owner): Promise<void>;
}

export function batchFor<Owner extends object, Key, Result>(
  plan: (owner: Owner) => BatchPlan<Key, Result>,
): OwnedBatcher<Owner, Key, Result> {
  const known = new WeakMap<Owner, Batcher<Key, Result>>();
  const batch = (owner: Owner, key: Key) => {
    let batcher = known.get(owner);
    if (!batcher) {
      batcher = createBatcher(plan(owner));
      known.set(owner, batcher);
    }
    return batcher(key);
  };
  return Object.assign(batch, { idle: async (owner: Owner) => known.get(owner)?.idle() });
}

/** Concurrent calls with one key share a result that they must not change; it is never older than its call. */
export function shareReading<Owner extends object, Key, Result>(
  read: (owner: Owner, key: Key) => Promise<Result>,
): (owner: Owner, key: Key) => Promise<Result> {
  const share = batchFor<Owner, Key, PromiseSettledResult<Result>>((owner) => ({
    run(keys) {
      const readings = new Map<string, Promise<Result>>();
      return Promise.allSettled(
        keys.map((key) => {
          const name = JSON.stringify(key);
          const reading = readings.get(name) ?? read(owner, key);
          readings.set(name, reading);
          return reading;
        }),
      );
    },
  }));
  return async (owner, key) => {
    const outcome = await share(owner, key);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}
