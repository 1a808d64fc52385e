import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../lib/quantile';
import { residentMiB } from '../harness/usage';
import { boardAnswer, detailsAnswer } from '../rows/answers';
import { sayCores } from '../rows/row';
import { large, tiny } from '../seed/size';
import { checkSubmissions, isWhole, servesTheBoard, untilJudged } from '../verify';
import type { Scenario } from './scenario';

const timeoutMs = 120_000;
const killEverySeconds = 20;
const rates = { scoreboard: 50, details: 50, wrong: 100, right: 20 } as const;

/** Workers are killed in turn and Redis is flushed twice: no accepted submission may be lost. */
export const soak: Scenario = async (harness, say) => {
  const { smoke, minutes } = harness.options;
  const seconds = minutes * 60;
  say('Seeding …');
  await harness.seed(smoke ? tiny : large);
  const { ports, database, workers, servers } = await harness.deploy({ servers: 2, workers: 2 });
  const { gameId, sessions, challengeIds } = harness;
  const listeners = harness.generator();
  const sockets = smoke ? 10 : 500;
  await listeners.call('openHubClients', { ports, gameId, sessions, sockets });
  await listeners.call('resetHubClients', null);

  let kills = 0;
  let emptied = 0;
  const stopping = new AbortController();
  const trouble = async () => {
    const begin = performance.now();
    for (let next = killEverySeconds; ; next += killEverySeconds) {
      const at = Math.min(next, smoke ? (seconds * (kills + 1)) / 3 : next);
      await delay(Math.max(0, begin + at * 1000 - performance.now()), undefined, { signal: stopping.signal });
      const index = kills % workers.length;
      await workers[index]?.kill();
      kills += 1;
      const done = (performance.now() - begin) / 1000 / seconds;
      if (emptied < 2 && done > (emptied + 1) / 3 - 0.01) {
        await harness.redis.flushall();
        emptied += 1;
        say(`Redis was emptied after ${(done * minutes).toFixed(1)} minutes`);
      }
      await harness.replaceWorker(index);
    }
  };
  const troubles = trouble().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  const submitters = harness.generator();
  const readers = harness.generator();
  const reads = [boardAnswer(harness), detailsAnswer(harness)];
  const base = { kind: 'submission' as const, gameId, sessions, challengeIds };
  const paced = { ports, connections: 32, seconds };
  say(`${minutes} minutes of load …`);
  const { result, cores } = await harness.watch(() =>
    Promise.all([
      submitters.call('load', { ...paced, rate: rates.wrong, request: { ...base, right: [], rightEvery: 0 } }),
      submitters.call('load', {
        ...paced,
        rate: rates.right,
        request: { ...base, right: harness.takeUnsolved(Math.ceil(seconds * rates.right)), rightEvery: 1 },
      }),
      ...reads.map(({ what, calls }) =>
        readers.call('load', {
          ...paced,
          rate: rates[what as keyof typeof rates],
          request: { kind: 'calls', calls, sessions },
        }),
      ),
    ]),
  );
  stopping.abort();
  await troubles;
  const begin = performance.now();
  const left = await untilJudged(database, timeoutMs);
  const settled = (performance.now() - begin) / 1000;
  const ids = result.flatMap((one) => one.ids);
  const kept = await checkSubmissions(database, gameId, ids);
  const boards = await Promise.all(ports.map((port) => servesTheBoard(database, gameId, port, timeoutMs)));
  const clientsReport = await listeners.call('reportHubClients', null);
  await harness.stopGenerators();

  const names = ['wrong flags', 'right flags', 'scoreboard', 'details'];
  const problems = [
    ...(left > 0 ? [`${left} submissions wait for a verdict`] : []),
    ...(isWhole(kept) ? [] : [`submissions: ${JSON.stringify(kept)}`]),
    ...(boards.every(Boolean) ? [] : ['a board that is served is not the one that the database gives']),
    ...(clientsReport.open < sockets ? [`${sockets - clientsReport.open} sockets were closed`] : []),
    ...(kills === 0 || emptied < 2 ? [`only ${kills} workers were killed and Redis was emptied ${emptied} times`] : []),
  ];
  const lines = [
    ...result.map(({ requests, latency }, index) => {
      const at = (share: number, width: number) => quantile(latency, share).toFixed(0).padStart(width);
      return `${(names[index] ?? '').padEnd(12)} ${String(requests).padStart(8)}  p50 ${at(0.5, 5)} ms  p99 ${at(0.99, 6)} ms  longest ${at(1, 6)} ms`;
    }),
    `${ids.length} submissions taken, each with one verdict; the last one ${settled.toFixed(1)} s after the end`,
    `${kills} workers killed, Redis emptied ${emptied} times; ${clientsReport.open} of ${sockets} sockets open, ${clientsReport.frames} deltas received`,
    `servers ${servers.map(({ pid }) => residentMiB(pid).toFixed(0)).join(' and ')} MiB; ${sayCores(cores)}`,
  ];
  const figures = { minutes, submissions: ids.length, kills, emptied, kept, settledSeconds: settled, cores };
  return { problems, lines, figures };
};
