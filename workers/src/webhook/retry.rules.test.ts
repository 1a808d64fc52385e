import { describe, expect, it } from 'vitest';
import { nextAttempt } from './retry.rules';

const createdAt = new Date('2026-01-01T00:00:00Z');
const secondsUntil = (attempts: number, given: Partial<Parameters<typeof nextAttempt>[0]> = {}) => {
  const now = given.now ?? createdAt;
  const next = nextAttempt({ attempts, createdAt, now, status: 500, retryAfterSeconds: null, ...given });
  return next && (next.getTime() - now.getTime()) / 1000;
};

describe('nextAttempt', () => {
  it('waits longer each time, up to an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => secondsUntil(attempts))).toEqual([
      5, 15, 60, 300, 900, 1800, 3600, 3600,
    ]);
  });

  it('waits as long as the receiver asks, and no shorter than usual', () => {
    expect(secondsUntil(1, { status: 429, retryAfterSeconds: 40 })).toBe(40);
    expect(secondsUntil(3, { status: 429, retryAfterSeconds: 1 })).toBe(60);
  });

  it('gives up after a day', () => {
    expect(secondsUntil(9, { now: new Date('2026-01-01T23:59:59Z') })).toBe(3600);
    expect(secondsUntil(9, { now: new Date('2026-01-02T00:00:00Z') })).toBeNull();
  });

  it.each([400, 410, 413, 422])('gives up at once when the message is refused with %i', (status) => {
    expect(secondsUntil(1, { status })).toBeNull();
  });

  it.each([null, 301, 401, 403, 404, 408, 429, 500, 503])('tries again after %s', (status) => {
    expect(secondsUntil(1, { status })).toBe(5);
  });
});
