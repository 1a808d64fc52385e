import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Hold } from './hold';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => new Hold({ highBytes: 100, lowBytes: 20, msMax: 2000 });

async function isSettled(promise: Promise<void> | undefined): Promise<boolean> {
  const pending = Symbol('pending');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('Hold', () => {
  it('holds from the upper limit on until the lower one is reached', async () => {
    const hold = open();
    expect(hold.of(99)).toBeUndefined();
    const [first, second] = [hold.of(100), hold.of(150)];
    hold.onWritten(21);
    expect(await Promise.all([isSettled(first), isSettled(second)])).toEqual([false, false]);
    hold.onWritten(20);
    expect(await Promise.all([isSettled(first), isSettled(second)])).toEqual([true, true]);
    expect(hold.of(100)).not.toBeUndefined();
  });

  it('lets connections go on when the disk hangs, until it has written again', async () => {
    const hold = open();
    const held = hold.of(100);
    await vi.advanceTimersByTimeAsync(1999);
    expect(await isSettled(held)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isSettled(held)).toBe(true);
    expect(hold.of(1000)).toBeUndefined();
    hold.onWritten(20);
    const next = hold.of(100);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await isSettled(next)).toBe(false);
  });
});
