import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { findWait, refill } from './target-budget';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true });
});
afterAll(() => test.close());

describe('budgets of a target', () => {
  it('are spent and refilled by the process itself while the connection to Redis is not ready', async () => {
    const { redis } = test.deps;
    const spend = () => findWait(test.deps, 'mailsTo', 'ant@example.org');
    const deletes = vi.spyOn(redis, 'del');
    redis.status = 'connect';
    try {
      for (let count = 0; count < 5; count += 1) expect(await spend()).toBe(0);
      expect(await spend()).toBeGreaterThan(0);
      await refill(test.deps, 'mailsTo', 'ant@example.org');
      expect(await spend()).toBe(0);
    } finally {
      redis.status = 'ready';
    }
    expect(deletes).not.toHaveBeenCalled();
    expect(await redis.keys(`${test.deps.keyPrefix}target:mailsTo*`)).toEqual([]);
  });
});
