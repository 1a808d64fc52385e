import { readRedisHealth } from '@vexil/runtime/redis-health';
import { type Finding, fastestMs, fault, holdsIf, ok, type PlatformCheck, warning } from '../check';

const slowMs = 50;
const usedPartMax = 0.8;

const mib = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;

export const redis: PlatformCheck = {
  name: 'redis',
  audience: 'platform',
  probe: ({ redis }) => redis.ping(),
  async watch({ partStates }) {
    const { redis } = await partStates();
    return new Map([['RedisDown', holdsIf(redis !== 'ok', redis)]]);
  },
  async ask({ deps: { redis } }) {
    const ms = await fastestMs(() => redis.ping());
    const [info, { memoryBytes, memoryMaxBytes }] = await Promise.all([redis.info(), readRedisHealth(redis)]);
    const read = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
    const version = read('valkey_version') || read('redis_version');
    const findings: Finding[] = [
      ms > slowMs ? warning('redis.slow', { version, ms }) : ok('redis.answers', { version, ms }),
    ];
    const policy = read('maxmemory_policy');
    if (policy !== 'noeviction') findings.push(fault('redis.evicts', { policy }));
    if (read('aof_enabled') !== '1') findings.push(warning('redis.appendOnlyOff'));
    if (memoryMaxBytes > 0 && memoryBytes > usedPartMax * memoryMaxBytes) {
      findings.push(warning('redis.memory', { used: mib(memoryBytes), max: mib(memoryMaxBytes) }));
    }
    return findings;
  },
};
