import { skewBetween, skewMsMax } from './clock-skew';
import { type Check, ok, warning } from './finding';

export const checkClocks: Check = async ({ database: { sql }, redis }, { worker }) => {
  const skewOf = async (read: () => Promise<number>) => {
    const askedAt = Date.now();
    return skewBetween(askedAt, await read());
  };
  const skews: [string, number][] = [
    [
      'PostgreSQL',
      await skewOf(async () => {
        const [row] = await sql<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
        return row?.now ?? 0;
      }),
    ],
    [
      'Redis',
      await skewOf(async () => {
        const [seconds, micros] = await redis.time();
        return Number(seconds) * 1000 + Number(micros) / 1000;
      }),
    ],
  ];
  const answer = await worker();
  if (answer) skews.push([answer.found.worker, answer.skewMs]);
  const wrong = skews.filter(([, ms]) => ms > skewMsMax);
  if (wrong.length === 0) return [ok('clock.same', { ms: Math.max(...skews.map(([, ms]) => ms)) })];
  return wrong.map(([who, ms]) => warning('clock.differs', { who, ms }));
};
