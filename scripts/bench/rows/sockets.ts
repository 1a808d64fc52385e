import { setTimeout as delay } from 'node:timers/promises';
import { sharedNow } from '../generator/clock';
import { Histogram } from '../generator/histogram';
import { Line } from '../generator/line';
import { cookieOf, flagOf, writeRequest } from '../generator/request';
import { residentMiB } from '../stand/usage';
import { type Row, sayCores } from './row';

/** Longer than the pause between two boards, so that each solve is told by itself. */
const betweenMs = 1000;
const patienceMs = 60_000;

export const sockets: Row = async ({ stand, extent }) => {
  const { ports, servers } = await stand.deploy({ fresh: true });
  const { gameId, crowd } = stand;
  const generator = stand.generator();
  const begin = performance.now();
  await generator.call('openCrowd', { ports, gameId, crowd, sockets: extent.sockets });
  const openSeconds = (performance.now() - begin) / 1000;
  const line = new Line(ports[0] ?? 0);
  const solve = async ([player, challengeId]: [number, number]) => {
    const cookie = cookieOf(crowd.sessionKey, player);
    const path = `/api/game/${gameId}/challenges/${challengeId}`;
    // Told first, so that no delta can come before; that takes a part of a millisecond.
    await generator.call('markCrowd', sharedNow());
    const { status } = await line.send(writeRequest('POST', path, { cookie, json: { flag: flagOf(challengeId) } }));
    if (status !== 200) throw new Error(`A right answer was refused with ${status}.`);
    const [deaf] = await Promise.all([generator.call('heardByAll', patienceMs), delay(betweenMs)]);
    if (deaf > 0) throw new Error(`${deaf} of ${extent.sockets} sockets did not hear of a solve.`);
  };
  // The first one meets code that was never run.
  const [first, ...pairs] = stand.takeUnsolved(extent.socketSolves + 1);
  if (!first || pairs.length === 0) throw new Error('All is solved.');
  await solve(first);
  await delay(betweenMs);
  await generator.call('watchCrowd', null);
  await stand.profiler.forgetStatements();
  const { result, cores } = await stand.watch(async () => {
    for (const pair of pairs) await solve(pair);
    return generator.call('reportCrowd', null);
  });
  const memory = residentMiB(servers[0]?.pid ?? 0);
  line.close();
  await stand.stopGenerators();
  const latency = Histogram.of(result.latency);
  const expected = extent.sockets * pairs.length;
  if (result.open < extent.sockets || latency.count < expected || result.uneven > 0) {
    throw new Error(
      `${result.open} of ${extent.sockets} sockets stayed open, ${latency.count} of ${expected} deltas came, ${result.uneven} sockets heard another number than the first`,
    );
  }
  return [
    {
      what: `solve to delta at ${extent.sockets} sockets of one process, p99`,
      value: latency.percentile(0.99),
      unit: 'ms',
      budgets: [{ atMost: 250 }],
      note: `${pairs.length} solves, one after the other; p50 ${latency.percentile(0.5).toFixed(0)} ms, last ${latency.max.toFixed(0)} ms; opened in ${openSeconds.toFixed(1)} s; ${sayCores({ ...cores, generator: result.cores })}`,
    },
    {
      what: 'bytes per socket and solve',
      value: result.bytes / extent.sockets / pairs.length,
      unit: 'B',
      budgets: [{ atMost: 2048 }],
      note: `${(result.frames / extent.sockets / pairs.length).toFixed(2)} deltas per solve, pings and notices included`,
    },
    {
      what: `server resident memory with ${extent.sockets} sockets`,
      value: memory,
      unit: 'MiB',
      budgets: [{ atMost: 350 }],
      note: '',
    },
  ];
};
