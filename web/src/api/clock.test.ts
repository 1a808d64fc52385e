import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockErrorMs, learnClock, serverNow } from './clock';

afterEach(() => vi.useRealTimers());

describe('the server clock', () => {
  it('is learnt from the date of a reply, and kept against less certain ones', () => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    const ahead = new Date(1_000_000_060_000).toUTCString();
    learnClock(ahead, 1_000_000_000_000, 1_000_000_000_100);
    expect(Math.abs(serverNow() - 1_000_000_060_500)).toBeLessThan(200);
    // Half of a whole second and of the time of the call.
    expect(clockErrorMs()).toBe(550);
    learnClock(ahead, 999_999_999_000, 1_000_000_001_000);
    expect(Math.abs(serverNow() - 1_000_000_060_500)).toBeLessThan(200);
  });

  it('ignores a reply without a date', () => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    const before = serverNow();
    learnClock(null, 0, 1);
    learnClock('soon', 0, 1);
    expect(serverNow()).toBe(before);
  });
});
