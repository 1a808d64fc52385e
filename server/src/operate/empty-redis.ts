import type { Config } from '@vexil/runtime/config';
import { queuePrefix } from '@vexil/runtime/queues';
import { openRedis } from '@vexil/runtime/redis';

/** Deletes the keys of this installation, which belong to the data before a restore; false when Redis does not answer. */
export async function emptyRedis({ redisUrl, keyPrefix }: Pick<Config, 'redisUrl' | 'keyPrefix'>): Promise<boolean> {
  const redis = openRedis(redisUrl, { retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    for (const prefix of [keyPrefix, `${queuePrefix(keyPrefix)}:`]) {
      let cursor = '0';
      do {
        const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
        cursor = next;
        if (keys.length > 0) await redis.unlink(...keys);
      } while (cursor !== '0');
    }
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
