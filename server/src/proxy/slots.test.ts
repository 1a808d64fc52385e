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
    const servers = [createSlots(test.deps, 5), createSlots(test.deps, 5), createSlots(test.deps, 5)];
    const id = randomUUID();
    const asked = await Promise.all(Array.from({ length: 48 }, (_, index) => servers[index % 3]?.take(id)));
    const taken = asked.filter((slot) => slot !== null);
    expect(taken).toHaveLength(5);
    expect(await servers[0]?.take(randomUUID())).not.toBeNull();
    await taken[0]?.release();
    expect(await servers[1]?.take(id)).not.toBeNull();
    expect(await servers[2]?.take(id)).toBeNull();
  });

  it('frees expired leases and keeps renewed ones', async () => {
    const [alive, killed, next] = [
      createSlots(test.deps, 2, leaseMs),
      createSlots(test.deps, 2, leaseMs),
      createSlots(test.deps, 2, leaseMs),
    ];
    const id = randomUUID();
    const key = `${test.deps.keyPrefix}proxy:${id}`;
    /** Moves the leases in Redis into the past. */
    const pass = async (ms: number) => {
      const { redis } = test.deps;
      for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member);
    };
    await alive.take(id);
    await killed.take(id);
    expect(await next.take(id)).toBeNull();
    await pass(leaseMs / 2);
    await alive.renew();
    expect(await next.take(id)).toBeNull();
    await pass(leaseMs / 2 + 1);
    expect(await next.take(id)).not.toBeNull();
    expect(await next.take(id)).toBeNull();
  });

  it('counts open connections again after Redis was emptied', async () => {
    const slots = createSlots(test.deps, 3);
    const id = randomUUID();
    for (let number = 0; number < 3; number += 1) await slots.take(id);
    const key = `${test.deps.keyPrefix}proxy:${id}`;
    await test.deps.redis.del(key);
    await slots.renew();
    expect(await test.deps.redis.zcard(key)).toBe(3);
    expect(await createSlots(test.deps, 3).take(id)).toBeNull();
  });
});
