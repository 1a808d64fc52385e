import { clockSkewMsMax } from '@vexil/runtime/database-clock';
import { listLivingWorkers } from '@vexil/runtime/heartbeat';
import { ok, type PlatformCheck, warning } from '../check';

/** How far a clock is off at least, that was read at some moment between `askedAt` and now. */
const skewBetween = (askedAt: number, time: number, now: number): number => Math.max(0, askedAt - time, time - now);

export const clock: PlatformCheck = {
  name: 'clock',
  audience: 'platform',
  /** All by the clock of PostgreSQL, which the platform goes by. */
  async ask({ deps: { databaseClock, redis, keyPrefix } }) {
    await databaseClock.read();
    const ownMs = databaseClock.skewMs() ?? 0;
    const askedAt = Date.now();
    const [seconds, micros] = await redis.time();
    const redisMs = skewBetween(askedAt, Number(seconds) * 1000 + Number(micros) / 1000, Date.now());
    const workers = await listLivingWorkers(redis, keyPrefix);
    const skews: [string, number][] = [
      ['PostgreSQL', ownMs],
      ['Redis', redisMs],
      ...workers.flatMap(({ id, host, clockSkewMs }): [string, number][] =>
        clockSkewMs === null ? [] : [[host ?? id, clockSkewMs - ownMs]],
      ),
    ];
    const rounded = skews.map(([who, ms]) => ({ who, ms: Math.round(Math.abs(ms)) }));
    const wrong = rounded.filter(({ ms }) => ms > clockSkewMsMax);
    if (wrong.length === 0) return [ok('clock.same', { ms: Math.max(...rounded.map(({ ms }) => ms)) })];
    return wrong.map((one) => warning('clock.differs', one));
  },
};
