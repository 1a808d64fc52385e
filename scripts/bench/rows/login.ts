import { Histogram } from '../generator/histogram';
import { type Row, sayCores, sayStatuses } from './row';

const loginsPerSecond = 40;
const othersPerSecond = 200;

export const login: Row = async ({ stand, extent }) => {
  const { ports } = await stand.deploy();
  const [crowd, others] = [stand.generator(), stand.generator()];
  const request = { kind: 'login' as const, firstPlayer: 0, count: stand.crowd.count };
  const most = await crowd.call('load', { ports, connections: 16, seconds: extent.loginSeconds / 2, request });
  await stand.profiler.forgetStatements();
  const { result, cores } = await stand.watch(() =>
    Promise.all([
      crowd.call('load', { ports, connections: 64, rate: loginsPerSecond, seconds: extent.loginSeconds, request }),
      ...['details', 'scoreboard'].map((name) =>
        others.call('load', {
          ports,
          connections: 32,
          rate: othersPerSecond / 2,
          seconds: extent.loginSeconds,
          request: { kind: 'get', path: `/api/game/${stand.gameId}/${name}`, crowd: stand.crowd },
        }),
      ),
    ]),
  );
  await stand.stopGenerators();
  const [logins, ...rest] = result;
  const latency = Histogram.of(...rest.map((one) => one.latency));
  const own = Histogram.of(logins?.latency ?? { counts: [], maxMs: 0 });
  return [
    {
      what: `other calls' p99 while ${loginsPerSecond}/s log in`,
      value: latency.percentile(0.99),
      unit: 'ms',
      budgets: [{ atMost: 150 }],
      note:
        `${othersPerSecond}/s of details and scoreboard; logins ${((logins?.requests ?? 0) / (logins?.seconds ?? 1)).toFixed(0)}/s, ` +
        `p99 ${own.percentile(0.99).toFixed(0)} ms; ${sayCores(cores)}${sayStatuses(logins?.statuses ?? {})}`,
    },
    {
      what: 'logins, as many as go',
      value: most.requests / most.seconds,
      unit: '/s',
      budgets: [],
      note: `argon2id, 19 MiB, 2 passes${sayStatuses(most.statuses)}`,
    },
  ];
};
