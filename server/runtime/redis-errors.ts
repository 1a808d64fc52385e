import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Receives the errors of one connection or queue. */
export type RedisErrors = (error: Error) => void;

const repeatMs = 60_000;
const messagesMax = 100;

/**
 * Logs each message once a minute, and the return of Redis. A process has a dozen connections and queues, each of which
 * fails several times a second while Redis is gone, and administrators' log stores every line.
 */
export function createRedisErrors(redis: Redis, log: Pick<Logger, 'info' | 'warn'>, now = () => performance.now()) {
  const logged = new Map<string, number>();
  redis.on('ready', () => {
    if (logged.size === 0) return;
    logged.clear();
    log.info({ event: 'redis.back' }, 'Redis answers again');
  });
  return (err: Error): void => {
    const loggedAt = logged.get(err.message);
    if (loggedAt !== undefined && now() - loggedAt < repeatMs) return;
    if (logged.size >= messagesMax) logged.clear();
    logged.set(err.message, now());
    log.warn({ event: 'redis.failed', err }, 'Redis or one of its queues failed');
  };
}
