import { quantile } from '../../lib/quantile';
import { boardAnswer, detailsAnswer } from './answers';
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
      ...[detailsAnswer(harness), boardAnswer(harness)].map(({ calls }) =>
        others.call('load', {
          ports,
          connections: 32,
          rate: othersPerSecond / 2,
          seconds: extent.loginSeconds,
          request: { kind: 'calls', calls, sessions: harness.sessions },
        }),
      ),
    ]),
  );
  await harness.stopGenerators();
  const [own, ...rest] = result;
  const latency = rest.flatMap((one) => one.latency);
  return [
    {
      what: `other calls' p99 while ${loginsPerSecond}/s log in`,
      value: quantile(latency, 0.99),
      unit: 'ms',
      budgets: [{ atMost: 150 }],
      note:
        `${othersPerSecond}/s of details and scoreboard; logins ${((own?.requests ?? 0) / (own?.seconds ?? 1)).toFixed(0)}/s, ` +
        `p99 ${quantile(own?.latency ?? [], 0.99).toFixed(0)} ms; ${sayCores(cores)}`,
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
