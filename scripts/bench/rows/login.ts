import { Histogram } from '../generator/histogram';
import { type Row, sayCores } from './row';

const loginsPerSecond = 40;
const othersPerSecond = 200;

export const login: Row = async ({ harness, extent }) => {
  const { ports } = await harness.deploy();
  const [logins, others] = [harness.generator(), harness.generator()];
  const request = { kind: 'login' as const, firstPlayer: 0, count: harness.sessions.count };
  const most = await logins.call('load', { ports, connections: 16, seconds: extent.loginSeconds / 2, request });
  const { result, cores } = await harness.watch(() =>
    Promise.all([
      logins.call('load', { ports, connections: 64, rate: loginsPerSecond, seconds: extent.loginSeconds, request }),
      ...['details', 'scoreboard'].map((name) =>
        others.call('load', {
          ports,
          connections: 32,
          rate: othersPerSecond / 2,
          seconds: extent.loginSeconds,
          request: {
            kind: 'calls',
            calls: [{ path: `/api/game/${harness.gameId}/${name}` }],
            sessions: harness.sessions,
          },
        }),
      ),
    ]),
  );
  await harness.stopGenerators();
  const [own, ...rest] = result;
  const latency = Histogram.of(...rest.map((one) => one.latency));
  const loginLatency = Histogram.of(own?.latency ?? { counts: [], maxMs: 0 });
  return [
    {
      what: `other calls' p99 while ${loginsPerSecond}/s log in`,
      value: latency.percentile(0.99),
      unit: 'ms',
      budgets: [{ atMost: 150 }],
      note:
        `${othersPerSecond}/s of details and scoreboard; logins ${((own?.requests ?? 0) / (own?.seconds ?? 1)).toFixed(0)}/s, ` +
        `p99 ${loginLatency.percentile(0.99).toFixed(0)} ms; ${sayCores(cores)}`,
    },
    {
      what: 'logins, as many as go',
      value: most.requests / most.seconds,
      unit: '/s',
      budgets: [],
      note: 'argon2id, 19 MiB, 2 passes',
    },
  ];
};
