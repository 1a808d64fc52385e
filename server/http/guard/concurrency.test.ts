import { DomainError } from '@vexil/contract/errors';
import { describe, expect, it } from 'vitest';
import { createThrottledTask, Turns } from './concurrency';

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

describe('turns', () => {
  it('come in order of arrival, are handed over, and are refused when too many wait', async () => {
    const turns = new Turns(1, 2, () => new DomainError('request.unavailable'));
    const begun: string[] = [];
    const enter = (name: string) => turns.enter().then(() => void begun.push(name));
    const first = enter('first');
    const waiting = [enter('second'), enter('third')];
    await expect(enter('fourth')).rejects.toMatchObject({ code: 'request.unavailable' });
    await first;
    expect(begun).toEqual(['first']);
    turns.leave();
    // The slot is the second's already.
    const late = enter('late');
    await waiting[0];
    expect(begun).toEqual(['first', 'second']);
    turns.leave();
    turns.leave();
    await Promise.all([...waiting, late]);
    expect(begun).toEqual(['first', 'second', 'third', 'late']);
    turns.leave();
    expect(turns.running).toBe(0);
  });
});
