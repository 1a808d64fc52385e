import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../lib/quantile';
import { sharedNow } from '../generator/clock';
import { HttpConnection } from '../generator/http-connection';
import { writeRightFlag } from '../generator/request';
import { residentMiB } from '../harness/usage';
import { type Row, sayCores } from './row';

/** Longer than the pause between two boards, so that each solve has its own delta. */
const betweenMs = 1000;
const timeoutMs = 60_000;

export const sockets: Row = async ({ harness, extent }) => {
  const { ports, servers } = await harness.deploy({ fresh: true });
  const { gameId, sessions } = harness;
  const generator = harness.generator();
  const begin = performance.now();
  await generator.call('openHubClients', { ports, gameId, sessions, sockets: extent.sockets });
  const openSeconds = (performance.now() - begin) / 1000;
  const connection = new HttpConnection(ports[0] ?? 0);
  const solve = async ([player, challengeId]: [number, number]) => {
    // Before the POST, so that no delta can arrive earlier; the call takes a fraction of a millisecond.
    await generator.call('markHubClients', sharedNow());
    await connection.send(writeRightFlag(harness, player, challengeId));
    const [missed] = await Promise.all([generator.call('awaitDeltas', timeoutMs), delay(betweenMs)]);
    if (missed > 0) throw new Error(`${missed} of ${extent.sockets} sockets received no delta of a solve.`);
  };
  // The first pair meets cold code.
  const [first, ...pairs] = harness.takeUnsolved(extent.socketSolves + 1);
  if (!first || pairs.length === 0) throw new Error('All is solved.');
  await solve(first);
  await delay(betweenMs);
  await generator.call('resetHubClients', null);
  const { result, cores } = await harness.watch(async () => {
    for (const pair of pairs) await solve(pair);
    return generator.call('reportHubClients', null);
  });
  const memory = residentMiB(servers[0]?.pid ?? 0);
  connection.close();
  await harness.stopGenerators();
  const { latency } = result;
  const expected = extent.sockets * pairs.length;
  if (result.open < extent.sockets || latency.length < expected || result.uneven > 0) {
    throw new Error(
      `${result.open} of ${extent.sockets} sockets stayed open, ${latency.length} of ${expected} deltas came, ${result.uneven} sockets received another number than the first`,
    );
  }
  return [
    {
      what: `solve to delta at ${extent.sockets} sockets of one process, p99`,
      value: quantile(latency, 0.99),
      unit: 'ms',
      budgets: [{ atMost: 250 }],
      note: `${pairs.length} solves, one after the other; p50 ${quantile(latency, 0.5).toFixed(0)} ms, last ${quantile(latency, 1).toFixed(0)} ms; opened in ${openSeconds.toFixed(1)} s; ${sayCores({ ...cores, generator: result.cores })}`,
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
