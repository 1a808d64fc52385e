import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { createSlots } from './slots';

const leaseMs = 600_000;

describe('createSlots', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('gives at most the maximum over all servers, and releases', async () => {
    const servers = [createSlots(test.deps), createSlots(test.deps), createSlots(test.deps)];
    const id = randomUUID();
    const asked = await Promise.all(Array.from({ length: 48 }, (_, index) => servers[index % 3]?.take(id, 5)));
    const taken = asked.filter((slot) => slot !== null);
    expect(taken).toHaveLength(5);
    expect(await servers[0]?.take(randomUUID(), 5)).not.toBeNull();
    await taken[0]?.release();
    expect(await servers[1]?.take(id, 5)).not.toBeNull();
    expect(await servers[2]?.take(id, 5)).toBeNull();
  });

  it('frees expired leases and keeps renewed ones', async () => {
    const [alive, killed, next] = [
      createSlots(test.deps, leaseMs),
      createSlots(test.deps, leaseMs),
      createSlots(test.deps, leaseMs),
    ];
    const id = randomUUID();
    const key = `${test.deps.keyPrefix}proxy:${id}`;
    /** Moves the leases in Redis into the past. */
    const pass = async (ms: number) => {
      const { redis } = test.deps;
      for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member);
    };
    await alive.take(id, 2);
    await killed.take(id, 2);
    expect(await next.take(id, 2)).toBeNull();
    await pass(leaseMs / 2);
    await alive.renew();
    expect(await next.take(id, 2)).toBeNull();
    await pass(leaseMs / 2 + 1);
    expect(await next.take(id, 2)).not.toBeNull();
    expect(await next.take(id, 2)).toBeNull();
  });

  it('counts open connections again after Redis was emptied', async () => {
    const slots = createSlots(test.deps);
    const id = randomUUID();
    for (let number = 0; number < 3; number += 1) await slots.take(id, 3);
    const key = `${test.deps.keyPrefix}proxy:${id}`;
    await test.deps.redis.del(key);
    await slots.renew();
    expect(await test.deps.redis.zcard(key)).toBe(3);
    expect(await createSlots(test.deps).take(id, 3)).toBeNull();
  });
});
