import { describe, expect, it } from 'vitest';
import { createPacedQueue, createThrottledTask } from './concurrency';

function createHarness() {
  let at = 0;
  const ends: (() => void)[] = [];
  const queue = createPacedQueue({ runningMax: 2, waitMsMax: 300, workMs: 100, now: () => at, random: () => 0.5 });
  return {
    queue,
    pass: (ms: number) => {
      at += ms;
    },
    /** Adds a task that runs until `endOne` ends it. */
    add: (options?: { mustRun?: boolean }) =>
      queue.run(() => new Promise<void>((resolve) => ends.push(resolve)), options),
    async endOne() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    begun: () => ends.length,
  };
}

describe('a paced queue', () => {
  it('runs at most `runningMax` tasks at once, and the rest in order', async () => {
    const { add, endOne, begun, queue } = createHarness();
    for (let index = 0; index < 4; index += 1) void add();
    expect([begun(), queue.waiting]).toEqual([2, 2]);
    await endOne();
    expect([begun(), queue.waiting]).toEqual([2, 1]);
  });

  it('refuses at once a task that would wait too long, with the seconds until a retry', async () => {
    const { add, queue } = createHarness();
    for (let index = 0; index < 7; index += 1) void add();
    expect(queue.waitMs()).toBe(300);
    void add();
    await expect(add()).rejects.toMatchObject({ code: 'request.busy', options: { retryAfterSeconds: 1 } });
    expect(queue.isLong()).toBe(true);
  });

  it('never refuses a task that must run', async () => {
    const { add, queue, pass, endOne } = createHarness();
    for (let index = 0; index < 8; index += 1) void add();
    const mustRun = add({ mustRun: true });
    expect(queue.waiting).toBe(7);
    pass(100);
    for (let index = 0; index < 9; index += 1) await endOne();
    await expect(mustRun).resolves.toBeUndefined();
  });

  it('refuses tasks that have waited far too long because others became slow', async () => {
    const { add, pass, endOne, begun } = createHarness();
    const running = [add(), add()];
    const late = add();
    pass(700);
    const required = add({ mustRun: true });
    const refused = expect(late).rejects.toMatchObject({ code: 'request.busy' });
    await endOne();
    await refused;
    expect(begun()).toBe(2);
    await endOne();
    await endOne();
    await Promise.all([...running, required]);
  });

  it('learns how long tasks take', async () => {
    const { add, pass, endOne, queue } = createHarness();
    const tasks = [add(), add()];
    pass(900);
    await endOne();
    await endOne();
    await Promise.all(tasks);
    for (let index = 0; index < 2; index += 1) void add();
    expect(queue.waitMs()).toBeGreaterThan(100);
  });
});

describe('a throttled task', () => {
  it('rests `restTimes` as long as each run took, failed runs too', async () => {
    let at = 0;
    const begun: number[] = [];
    const throttled = createThrottledTask({
      restTimes: 4,
      now: () => at,
      delay: async (ms) => {
        at += ms;
      },
    });
    const work = (ms: number, fails = false) =>
      throttled.run(() => {
        begun.push(at);
        at += ms;
        if (fails) throw new Error('broken');
        return at;
      });
    const [first, second, third] = [work(100), work(50, true), work(10)];
    expect(await first).toBe(100);
    await expect(second).rejects.toThrow('broken');
    expect(await third).toBe(760);
    expect(begun).toEqual([0, 500, 750]);
    at = 5000;
    expect(await work(1)).toBe(5001);
  });
});
