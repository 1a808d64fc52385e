import { describe, expect, it } from 'vitest';
import { createPacedQueue, createThrottledTask } from './concurrency';

function stand() {
  let at = 0;
  const ends: (() => void)[] = [];
  const queue = createPacedQueue({ runningMax: 2, waitMsMax: 300, workMs: 100, now: () => at, random: () => 0.5 });
  return {
    queue,
    pass: (ms: number) => {
      at += ms;
    },
    /** A work that takes until it is told to end. */
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
  it('lets so many run, and the others in their order', async () => {
    const { add, endOne, begun, queue } = stand();
    for (let index = 0; index < 4; index += 1) void add();
    expect([begun(), queue.waiting]).toEqual([2, 2]);
    await endOne();
    expect([begun(), queue.waiting]).toEqual([2, 1]);
  });

  it('refuses at once whoever would wait too long, and says when to come back', async () => {
    const { add, queue } = stand();
    for (let index = 0; index < 7; index += 1) void add();
    expect(queue.waitMs()).toBe(300);
    void add();
    await expect(add()).rejects.toMatchObject({ code: 'request.busy', options: { retryAfterSeconds: 1 } });
    expect(queue.isLong()).toBe(true);
  });

  it('lets work that has begun elsewhere wait as long as it takes', async () => {
    const { add, queue, pass, endOne } = stand();
    for (let index = 0; index < 8; index += 1) void add();
    const mustRun = add({ mustRun: true });
    expect(queue.waiting).toBe(7);
    pass(100);
    for (let index = 0; index < 9; index += 1) await endOne();
    await expect(mustRun).resolves.toBeUndefined();
  });

  it('refuses those who have waited far too long because works became slow', async () => {
    const { add, pass, endOne, begun } = stand();
    const running = [add(), add()];
    const late = add();
    pass(700);
    const newcomer = add({ mustRun: true });
    const refused = expect(late).rejects.toMatchObject({ code: 'request.busy' });
    await endOne();
    await refused;
    expect(begun()).toBe(2);
    await endOne();
    await endOne();
    await Promise.all([...running, newcomer]);
  });

  it('learns how long works take', async () => {
    const { add, pass, endOne, queue } = stand();
    const works = [add(), add()];
    pass(900);
    await endOne();
    await endOne();
    await Promise.all(works);
    for (let index = 0; index < 2; index += 1) void add();
    expect(queue.waitMs()).toBeGreaterThan(100);
  });
});

describe('a duty', () => {
  it('rests after each work as many times as long, and after one that failed', async () => {
    let at = 0;
    const begun: number[] = [];
    const duty = createThrottledTask({
      restTimes: 4,
      now: () => at,
      delay: async (ms) => {
        at += ms;
      },
    });
    const work = (ms: number, fails = false) =>
      duty.run(() => {
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
