import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { createRedisErrors } from './redis-errors';

it('logs a loss of Redis once a minute, whichever connections notice it, and its return once', () => {
  const redis = new EventEmitter() as Redis;
  const log = { info: vi.fn(), warn: vi.fn() };
  let now = 0;
  const report = createRedisErrors(redis, log, () => now);
  redis.emit('ready');
  expect(log.info).not.toHaveBeenCalled();

  const refused = () => new Error('connect ECONNREFUSED 127.0.0.1:6379');
  for (let count = 0; count < 1000; count += 1) report(refused());
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ event: 'redis.failed', err: refused() });
  report(new Error('Connection is closed.'));
  expect(log.warn).toHaveBeenCalledTimes(2);
  now += 60_000;
  report(refused());
  expect(log.warn).toHaveBeenCalledTimes(3);

  redis.emit('ready');
  redis.emit('ready');
  expect(log.info).toHaveBeenCalledTimes(1);
  report(refused());
  expect(log.warn).toHaveBeenCalledTimes(4);
});
