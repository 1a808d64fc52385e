import type { Deps } from '@vexil/http/deps';

/** After this time the connections of a killed server no longer count. */
const leaseMsDefault = 60_000;

interface Slot {
  release(): Promise<void>;
}

export interface Slots {
  /** null when the container has the maximum of connections. */
  take(containerId: string, slotsMax: number): Promise<Slot | null>;
  /** Extends the leases of this process; call it several times per lease. */
  renew(): Promise<void>;
}

// The clock of Redis, because clocks of two servers differ.
const nowMs = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const takeScript = `${nowMs}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

const renewScript = `${nowMs}
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
`;

/** Leases in Redis. While Redis is away every process counts by itself: access matters more than the exact limit. */
export function createSlots(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'random' | 'log'>,
  leaseMs = leaseMsDefault,
): Slots {
  const own = new Map<string, Set<string>>();
  const keyOf = (containerId: string) => `${deps.keyPrefix}proxy:${containerId}`;
  const warn = (error: unknown) =>
    deps.log.warn({ event: 'proxy.slots_unavailable', err: error }, 'Redis failed, relays are limited per process');

  function forget(containerId: string, member: string): void {
    const members = own.get(containerId);
    members?.delete(member);
    if (members?.size === 0) own.delete(containerId);
  }

  return {
    async take(containerId, slotsMax) {
      const members = own.get(containerId) ?? new Set<string>();
      if (members.size >= slotsMax) return null;
      const member = deps.random.uuid();
      own.set(containerId, members.add(member));
      try {
        const taken = await deps.redis.eval(takeScript, 1, keyOf(containerId), slotsMax, leaseMs, member);
        if (taken !== 1) {
          forget(containerId, member);
          // A concurrent renewal may have added it.
          await deps.redis.zrem(keyOf(containerId), member);
          return null;
        }
      } catch (error) {
        warn(error);
      }
      return {
        async release() {
          forget(containerId, member);
          await deps.redis.zrem(keyOf(containerId), member).catch(warn);
        },
      };
    },
    async renew() {
      const renewals = [...own].map(([id, members]) =>
        deps.redis.eval(renewScript, 1, keyOf(id), leaseMs, ...members).catch(warn),
      );
      await Promise.all(renewals);
    },
  };
}
