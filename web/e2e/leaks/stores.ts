import type { Database } from '@vexil/db';
import { Redis } from 'ioredis';
import { type Audience, type Recorder, unpack } from './record';

const redisAudience: Audience = { name: 'Redis', is: ['redis'], owns: [] };

async function readKey(redis: Redis, key: string): Promise<Buffer[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.getBuffer(key)) ?? Buffer.alloc(0)];
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key)).flatMap(([name, value]) => [Buffer.from(name), value]);
    case 'list':
      return redis.lrangeBuffer(key, 0, -1);
    case 'set':
      return redis.smembersBuffer(key);
    case 'zset':
      return redis.zrangeBuffer(key, '0', '-1');
    case 'stream':
      return [Buffer.from(JSON.stringify(await redis.xrange(key, '-', '+')))];
    default:
      return [];
  }
}

export interface RedisWatch {
  dump(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a connection that receives every command sent to Redis.
 * `redis.monitor()` fails when the first command arrives together with the reply to MONITOR:
 * ioredis then takes that command for a second reply. Commands from before the reply are not recorded.
 */
async function openMonitor(redis: Redis): Promise<Redis> {
  const monitor = redis.duplicate({ monitor: true });
  await new Promise<void>((resolve, reject) => {
    monitor.once('monitoring', resolve);
    monitor.on('error', (error: Error) => {
      if (!error.message.startsWith('Command queue state error')) reject(error);
    });
  });
  return monitor;
}

/** Records every command sent to Redis, including values deleted a moment later. */
export async function watchRedis(recorder: Recorder, url: string, keyPrefix: string): Promise<RedisWatch> {
  // Queue keys have the prefix without its colon.
  const prefix = keyPrefix.replace(/:$/, '');
  const redis = new Redis(url);
  const monitor = await openMonitor(redis);
  monitor.on('monitor', (_time: string, args: string[]) => {
    const text = args.join('\n');
    if (text.includes(prefix)) recorder.note(redisAudience, `command ${args[0]}`, args[1]?.slice(0, 60) ?? '', text);
  });
  return {
    async dump() {
      let count = 0;
      for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
        for (const key of keys as string[]) {
          count += 1;
          for (const value of [Buffer.from(key), ...(await readKey(redis, key))]) {
            for (const { text } of await unpack(value, key)) recorder.note(redisAudience, 'key', key, text);
          }
        }
      }
      return count;
    },
    async close() {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}

export async function dumpDatabase(recorder: Recorder, { sql }: Pick<Database, 'sql'>): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  for (const { name } of tables) {
    const audience = { name: `the table ${name}`, is: ['table'], owns: [] };
    for (const { text } of await sql<{ text: string }[]>`select row_to_json(t)::text as text from ${sql(name)} t`) {
      recorder.note(audience, name, name, text);
    }
  }
}
