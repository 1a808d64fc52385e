// One worker at a time holds the facts of a game: the others hand it their work instead of reading all of it themselves.
// A lease that is not renewed passes to whoever asks next. It saves work and settles nothing: versions of boards chain in
// Redis whoever publishes them, so two holders, which a stopped process can bring about, do no harm.

import type { Redis } from 'ioredis';

const leaseMs = 5_000;

export interface BoardLeases {
  /** The worker that holds the game; this one, when no other did. */
  claim(gameId: number): Promise<string>;
  /** Prolongs leases of this worker, and takes them again where Redis lost them; gives those that others hold now. */
  renew(gameIds: readonly number[]): Promise<number[]>;
  /** Gives up games that nobody plays. */
  release(gameIds: readonly number[]): Promise<void>;
  /** Gives up games that another worker is to take. */
  handOver(gameIds: readonly number[]): Promise<void>;
  /** Games that were handed over, and those whose holder has not renewed its lease. */
  listLeft(): Promise<{ handedOver: number[]; lost: number[] }>;
}

const nowLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const claimScript = `${nowLua}
local holder = redis.call('HGET', KEYS[1], ARGV[3])
local ends = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[3]) or '0')
if holder and holder ~= ARGV[1] and ends > now then return holder end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
return ARGV[1]
`;

const renewScript = `${nowLua}
local lost = {}
for at = 3, #ARGV do
  local holder = redis.call('HGET', KEYS[1], ARGV[at])
  if holder and holder ~= ARGV[1] then
    lost[#lost + 1] = ARGV[at]
  else
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[1])
    redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[at])
  end
end
return lost
`;

const releaseScript = `
for at = 3, #ARGV do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[1] then
    redis.call('HDEL', KEYS[1], ARGV[at])
    redis.call('ZREM', KEYS[2], ARGV[at])
  end
end
return 0
`;

const handOverScript = `
for at = 3, #ARGV do
  if redis.call('HGET', KEYS[1], ARGV[at]) == ARGV[1] then
    redis.call('HDEL', KEYS[1], ARGV[at])
    redis.call('ZADD', KEYS[2], 0, ARGV[at])
  end
end
return 0
`;

const listLeftScript = `${nowLua}
return {redis.call('ZRANGEBYSCORE', KEYS[1], 0, 0), redis.call('ZRANGEBYSCORE', KEYS[1], '(0', now)}
`;

export function openBoardLeases(redis: Redis, keyPrefix: string, workerId: string): BoardLeases {
  const holders = `${keyPrefix}scoreboard:holders`;
  const ends = `${keyPrefix}scoreboard:holders-until`;
  const evaluate = (script: string, gameIds: readonly number[]) =>
    redis.eval(script, 2, holders, ends, workerId, leaseMs, ...gameIds);
  return {
    claim: async (gameId) => String(await evaluate(claimScript, [gameId])),
    renew: async (gameIds) => {
      if (gameIds.length === 0) return [];
      return ((await evaluate(renewScript, gameIds)) as string[]).map(Number);
    },
    release: async (gameIds) => {
      if (gameIds.length > 0) await evaluate(releaseScript, gameIds);
    },
    handOver: async (gameIds) => {
      if (gameIds.length > 0) await evaluate(handOverScript, gameIds);
    },
    async listLeft() {
      const [handedOver = [], lost = []] = (await redis.eval(listLeftScript, 1, ends)) as string[][];
      return { handedOver: handedOver.map(Number), lost: lost.map(Number) };
    },
  };
}
