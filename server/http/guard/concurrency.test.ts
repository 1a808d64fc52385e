import { describe, expect, it } from 'vitest';
import { createThrottledTask } from './concurrency';

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
