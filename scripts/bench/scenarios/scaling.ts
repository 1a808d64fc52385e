import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../lib/quantile';
import { sharedNow } from '../generator/clock';
import { HttpConnection } from '../generator/http-connection';
import { writeRightFlag } from '../generator/request';
import type { PlannedCall } from '../generator/writers';
import type { Harness } from '../harness/harness';
import { boardAnswer } from '../rows/answers';
import { capture } from '../rows/capture';
import { measureBoard } from '../rows/rebuild';
import { withTeams } from '../seed/size';
import type { Scenario } from './scenario';

/** Processor times are summed over all processes of a kind. */
interface Point {
  teams: number;
  /** Processor milliseconds per solve: judged, on the board and pushed. */
  solveWorkerMs: number;
  solveDatabaseMs: number;
  solveServerMs: number;
  solveToDeltaMs: number;
  /** In the rules of the worker alone. */
  applyMs: number;
  rebuildMs: number;
  /** Processor microseconds per request. */
  boardMicros: number;
  unchangedMicros: number;
  boardKiB: number;
}

/** Longer than the pause between two boards, so that each solve has its own. */
const betweenMs = 600;
const timeoutMs = 15_000;

async function measureSolves(harness: Harness, solves: number) {
  const { ports } = await harness.deploy();
  const { gameId, sessions } = harness;
  const generator = harness.generator();
  await generator.call('openHubClients', { ports, gameId, sessions, sockets: 1 });
  const connection = new HttpConnection(ports[0] ?? 0);
  const give = async ([player, challengeId]: [number, number]) => {
    await generator.call('markHubClients', sharedNow());
    await connection.send(writeRightFlag(harness, player, challengeId));
    const [missed] = await Promise.all([generator.call('awaitDeltas', timeoutMs), delay(betweenMs)]);
    if (missed > 0) throw new Error('No delta came for a solve.');
  };
  const pairs = harness.takeUnsolved(solves + 5);
  for (const pair of pairs.slice(0, 5)) await give(pair);
  const idle = await harness.watch(() => delay(betweenMs * Math.min(solves, 8)));
  await generator.call('resetHubClients', null);
  const busy = await harness.watch(async () => {
    for (const pair of pairs.slice(5)) await give(pair);
    return generator.call('reportHubClients', null);
  });
  connection.close();
  await harness.stopGenerators();
  const cost = (part: string) =>
    Math.max(0, (((busy.cores[part] ?? 0) - (idle.cores[part] ?? 0)) * busy.seconds * 1000) / solves);
  return {
    solveWorkerMs: cost('worker'),
    solveDatabaseMs: cost('PostgreSQL'),
    solveServerMs: cost('server'),
    solveToDeltaMs: median(busy.result.latency),
  };
}

async function measureRequests(harness: Harness, seconds: number) {
  const { ports } = await harness.deploy();
  const url = boardAnswer(harness).calls[0]?.path ?? '';
  const board = { path: url, headers: { 'Accept-Encoding': 'br' } };
  const { etag = '' } = (await capture(ports[0] ?? 0, board)).headers;
  const generator = harness.generator();
  const cost = async (call: PlannedCall) => {
    const plan = { ports, connections: 16, request: { kind: 'calls' as const, calls: [call] } };
    await generator.call('load', { ...plan, seconds: seconds / 4 });
    const { result, cores, seconds: took } = await harness.watch(() => generator.call('load', { ...plan, seconds }));
    return { micros: ((cores.server ?? 0) * took * 1e6) / result.requests, bytes: result.bytes / result.requests };
  };
  const whole = await cost(board);
  const unchanged = await cost({ path: url, headers: { 'If-None-Match': etag }, statuses: [304] });
  await harness.stopGenerators();
  return { boardMicros: whole.micros, unchangedMicros: unchanged.micros, boardKiB: whole.bytes / 1024 };
}

function writeTable(points: readonly Point[]): string {
  const columns: [string, (point: Point) => string][] = [
    ['Teams', ({ teams }) => String(teams)],
    ['Solve, worker (ms)', ({ solveWorkerMs }) => solveWorkerMs.toFixed(1)],
    ['Solve, PostgreSQL (ms)', ({ solveDatabaseMs }) => solveDatabaseMs.toFixed(1)],
    ['Solve, server (ms)', ({ solveServerMs }) => solveServerMs.toFixed(1)],
    ['POST to delta, p50 (ms)', ({ solveToDeltaMs }) => solveToDeltaMs.toFixed(0)],
    ['Solve applied, rules alone (ms)', ({ applyMs }) => applyMs.toFixed(2)],
    ['Board rebuilt (ms)', ({ rebuildMs }) => rebuildMs.toFixed(0)],
    ['Board request, server (µs)', ({ boardMicros }) => boardMicros.toFixed(0)],
    ['304, server (µs)', ({ unchangedMicros }) => unchangedMicros.toFixed(0)],
    ['Board, br (KiB)', ({ boardKiB }) => boardKiB.toFixed(0)],
  ];
  return [
    `| ${columns.map(([name]) => name).join(' | ')} |`,
    `|${columns.map(() => '---:').join('|')}|`,
    ...points.map((point) => `| ${columns.map(([, say]) => say(point)).join(' | ')} |`),
  ].join('\n');
}

export const scaling: Scenario = async (harness, say) => {
  const { smoke } = harness.options;
  const points: Point[] = [];
  for (const teams of smoke ? [20, 60] : [200, 1000, 2000, 5000, 10_000]) {
    say(`${teams} teams …`);
    await harness.seed(
      smoke ? { ...withTeams(teams), challenges: 10, solves: teams, submissions: 2 * teams } : withTeams(teams),
    );
    await harness.deploy({ fresh: true });
    const cost = await measureBoard(harness, smoke ? 1 : 5);
    points.push({
      teams,
      ...(await measureRequests(harness, smoke ? 0.3 : 4)),
      ...(await measureSolves(harness, smoke ? 2 : 40)),
      applyMs: cost.applyMs,
      rebuildMs: cost.readMs + cost.computeMs,
    });
  }
  return { problems: [], lines: ['', writeTable(points)], figures: points };
};
