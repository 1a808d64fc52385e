import { afterEach, describe, expect, it, vi } from 'vitest';
import { batchFor, createBatcher, createBatchGroup, shareReading } from './batch';

/** A batcher whose batches end when the test says so. */
function heldBatcher(options: { sizeMax?: number; inFlightMax?: number; separateBy?: (key: number) => string } = {}) {
  const batches: { keys: readonly number[]; end(): void }[] = [];
  const batcher = createBatcher<number, string>({
    ...options,
    run: (keys) =>
      new Promise((resolve) => batches.push({ keys, end: () => resolve(keys.map((key) => `result of ${key}`)) })),
  });
  return { batcher, batches };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** However long a turn takes, no batch is one that takes long. */
const withoutLateness = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const given = (batches: { keys: readonly number[] }[]) => batches.map(({ keys }) => keys);

describe('createBatcher', () => {
  afterEach(() => vi.useRealTimers());

  it('shares one run among the calls of a turn and gives each its own result', async () => {
    const { batcher, batches } = heldBatcher();
    const results = Promise.all([batcher(3), batcher(1), batcher(2)]);
    await turn();
    expect(given(batches)).toEqual([[3, 1, 2]]);
    batches[0]?.end();
    expect(await results).toEqual(['result of 3', 'result of 1', 'result of 2']);
  });

  it('begins no run before the call that it answers', async () => {
    const { batcher, batches } = heldBatcher({ inFlightMax: 1 });
    void batcher(1);
    await turn();
    const later = Promise.all([batcher(1), batcher(2)]);
    await turn();
    expect(given(batches)).toEqual([[1]]);
    batches[0]?.end();
    await turn();
    await turn();
    expect(given(batches)).toEqual([[1], [1, 2]]);
    batches[1]?.end();
    expect(await later).toEqual(['result of 1', 'result of 2']);
  });

  it('has one batch under way, none larger than it may be', async () => {
    withoutLateness();
    const { batcher, batches } = heldBatcher({ sizeMax: 2 });
    const results = Promise.all([1, 2, 3, 4, 5].map((key) => batcher(key)));
    for (const expected of [[1, 2], [3, 4], [5]]) {
      await turn();
      await turn();
      expect(batches.at(-1)?.keys).toEqual(expected);
      batches.at(-1)?.end();
    }
    expect(await results).toHaveLength(5);
    expect(batches).toHaveLength(3);
  });

  it('goes on beside a batch that takes long, and beside no more than it may', async () => {
    const { batcher, batches } = heldBatcher({ inFlightMax: 2 });
    const results = [batcher(1)];
    await turn();
    results.push(batcher(2));
    await vi.waitUntil(() => batches.length === 2, 30_000);
    batches[1]?.end();
    expect(await results[1]).toBe('result of 2');
    results.push(batcher(3));
    await turn();
    await turn();
    expect(given(batches)).toEqual([[1], [2], [3]]);
    results.push(batcher(4));
    batches[2]?.end();
    await turn();
    await turn();
    expect(given(batches)).toEqual([[1], [2], [3], [4]]);
    batches[3]?.end();
    batches[0]?.end();
    expect(await Promise.all(results)).toHaveLength(4);
  });

  it('puts keys of equal text into batches one after the other', async () => {
    const { batcher, batches } = heldBatcher({ inFlightMax: 1, separateBy: (key) => String(key % 10) });
    const results = Promise.all([1, 11, 2, 21].map((key) => batcher(key)));
    for (const expected of [[1, 2], [11], [21]]) {
      await turn();
      await turn();
      expect(batches.at(-1)?.keys).toEqual(expected);
      batches.at(-1)?.end();
    }
    expect(await results).toEqual(['result of 1', 'result of 11', 'result of 2', 'result of 21']);
  });

  it('fails all calls of a run that fails, and goes on', async () => {
    let runs = 0;
    const batcher = createBatcher<number, number>({
      run: async (keys) => {
        runs += 1;
        if (runs === 1) throw new Error('away');
        return keys;
      },
    });
    const failed = await Promise.allSettled([batcher(1), batcher(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher(3)).toBe(3);
    expect(runs).toBe(2);
  });

  it('fails only the key whose fault it is', async () => {
    const runs: (readonly number[])[] = [];
    const batcher = createBatcher<number, number>({
      run: async (keys) => {
        runs.push(keys);
        if (keys.includes(2)) throw new RangeError('two');
        return keys;
      },
      isOfOneKey: (error) => error instanceof RangeError,
    });
    const results = await Promise.allSettled([batcher(1), batcher(2), batcher(3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('resolves idle() when no batch is left', async () => {
    const { batcher, batches } = heldBatcher({ inFlightMax: 1 });
    await batcher.idle();
    void batcher(1);
    await turn();
    void batcher(2);
    let idle = false;
    const becameIdle = batcher.idle().then(() => {
      idle = true;
    });
    batches[0]?.end();
    await turn();
    await turn();
    expect(idle).toBe(false);
    batches[1]?.end();
    await becameIdle;
    expect(idle).toBe(true);
  });
});

describe('createBatchGroup', () => {
  afterEach(() => vi.useRealTimers());

  function heldGroup() {
    const group = createBatchGroup();
    const runs: { of: string; keys: readonly number[]; isBeside: boolean; end(): void }[] = [];
    const batcherOf = (of: string) =>
      createBatcher<number, number>({
        group,
        run: (keys, isBeside) => new Promise((resolve) => runs.push({ of, keys, isBeside, end: () => resolve(keys) })),
      });
    return { runs, ants: batcherOf('ants'), bees: batcherOf('bees') };
  }

  it('starts batches of several kinds together, once those before have ended', async () => {
    withoutLateness();
    const { runs, ants, bees } = heldGroup();
    const first = [ants(1), bees(2)];
    await turn();
    const later = [bees(3), ants(4)];
    expect(runs.map(({ of, keys }) => [of, keys])).toEqual([
      ['ants', [1]],
      ['bees', [2]],
    ]);
    runs[0]?.end();
    expect(await first[0]).toBe(1);
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await first[1];
    await turn();
    await turn();
    expect(runs.slice(2).map(({ of, keys }) => [of, keys])).toEqual([
      ['bees', [3]],
      ['ants', [4]],
    ]);
    for (const { end } of runs) end();
    expect(await Promise.all(later)).toEqual([3, 4]);
    expect(runs.map(({ isBeside }) => isBeside)).toEqual([false, false, false, false]);
  });

  it('says when a batch runs beside one that takes long', async () => {
    const { runs, ants, bees } = heldGroup();
    const slow = ants(1);
    await turn();
    const other = bees(2);
    await vi.waitUntil(() => runs.length === 2, 30_000);
    expect(runs.map(({ isBeside }) => isBeside)).toEqual([false, true]);
    for (const { end } of runs) end();
    expect(await Promise.all([slow, other])).toEqual([1, 2]);
  });
});

describe('batchFor', () => {
  it('keeps the calls of two owners apart', async () => {
    const runs: unknown[] = [];
    const read = batchFor((owner: { name: string }) => ({
      run: async (keys: readonly number[]) => {
        runs.push([owner.name, keys]);
        return keys;
      },
    }));
    const [ants, bees] = [{ name: 'ants' }, { name: 'bees' }];
    await Promise.all([read(ants, 1), read(bees, 2), read(ants, 3)]);
    expect(runs).toEqual([
      ['ants', [1, 3]],
      ['bees', [2]],
    ]);
  });
});

describe('shareReading', () => {
  it('reads once for those who ask for the same at the same moment, and anew for those who come later', async () => {
    const read = vi.fn(async (_owner: object, { id }: { id: number }) => {
      await turn();
      if (id === 0) throw new RangeError('nothing has this id');
      return { id };
    });
    const share = shareReading(read);
    const [here, there] = [{}, {}];
    const asked = [1, 0, 1, 2, 0].map((id) => share(here, { id }));
    const elsewhere = share(there, { id: 1 });
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(await asked[0]).toBe(await asked[2]);
    expect(await asked[0]).not.toBe(await elsewhere);
    expect(read).toHaveBeenCalledTimes(4);
    expect(await share(here, { id: 1 })).not.toBe(await asked[0]);
    await expect(share(here, { id: 0 })).rejects.toThrow(RangeError);
  });
});
