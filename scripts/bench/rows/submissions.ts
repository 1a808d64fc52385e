import { quantile } from '../../lib/quantile';
import type { LoadPlan } from '../generator/load';
import type { Deployment, Harness } from '../harness/harness';
import { checkSubmissions, isWhole, servesTheBoard, untilJudged } from '../verify';
import { type Row, sayCores, sayStatuses } from './row';

const timeoutMs = 60_000;
const rightEvery = 5;
const rate = 50;

interface Flood {
  stored: number;
  seconds: number;
  /** Unjudged submissions when the last reply had come. */
  backlog: number;
  note: string;
}

/** Sends, waits for the last verdict, and counts what is stored. */
export async function flood(harness: Harness, { database }: Deployment, plans: LoadPlan[]): Promise<Flood> {
  const generators = plans.map(() => harness.generator());
  let sentSeconds = 0;
  const { result, cores, seconds } = await harness.watch(async () => {
    const begin = performance.now();
    const results = await Promise.all(plans.map((plan, index) => generators[index]?.call('load', plan)));
    sentSeconds = (performance.now() - begin) / 1000;
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from submissions where status = 'FlagSubmitted'`;
    const left = await untilJudged(database, timeoutMs);
    return { results, backlog: row?.count ?? 0, left };
  });
  await harness.stopGenerators();
  const results = result.results.flatMap((one) => (one ? [one] : []));
  const ids = results.flatMap((one) => one.ids);
  const kept = await checkSubmissions(database, harness.gameId, ids);
  if (result.left > 0 || !isWhole(kept))
    throw new Error(`Stored submissions differ from the replies: ${JSON.stringify(kept)}`);
  if (ids.length === 0) throw new Error(`No submission was accepted${sayStatuses(results[0]?.statuses ?? {})}`);
  const generator = results.reduce((sum, one) => sum + one.cores, 0);
  const reply = results.flatMap((one) => one.latency);
  return {
    stored: ids.length,
    seconds,
    backlog: result.backlog,
    note:
      `reply p50 ${quantile(reply, 0.5).toFixed(0)} ms, p99 ${quantile(reply, 0.99).toFixed(0)} ms; ` +
      `last verdict ${(1000 * (seconds - sentSeconds)).toFixed(0)} ms after the last reply, ${result.backlog} waited then; ` +
      `${sayCores({ ...cores, generator })}${sayStatuses(results[0]?.statuses ?? {})}`,
  };
}

/** Refused ones are no work: what counts is stored. */
const statuses = [200, 429];

/** With the rate limits of players; a smoke test would run into them. */
const asInProduction = (harness: Harness) => ({ fresh: true, rateLimit: !harness.options.smoke });

export const wrongFlags: Row = async ({ harness, extent }) => {
  const deployment = await harness.deploy(asInProduction(harness));
  const { gameId, sessions, challengeIds } = harness;
  const base = { kind: 'submission' as const, gameId, sessions, challengeIds, statuses };
  const request = { ...base, right: [], rightEvery: 0 };
  const plan = { ports: deployment.ports, connections: extent.submissionConnections, request };
  await flood(harness, deployment, [{ ...plan, seconds: extent.warmUpSeconds }]);
  const { stored, seconds, note } = await flood(harness, deployment, [{ ...plan, seconds: extent.wrongSeconds }]);
  return [
    {
      what: `wrong flags, POST to stored verdict, ${extent.wrongSeconds} s`,
      value: stored / seconds,
      unit: '/s',
      budgets: [{ atLeast: 3000 }],
      note: `${stored} judged once each; ${note}`,
    },
  ];
};

export const rightFlags: Row = async ({ harness, extent }) => {
  const deployment = await harness.deploy(asInProduction(harness));
  const { gameId, sessions, challengeIds } = harness;
  // Twice the budget; a load that has used them up ends sooner.
  const pairs = harness.takeUnsolved(harness.options.smoke ? 100 : extent.rightSeconds * 3500);
  const base = { kind: 'submission' as const, gameId, sessions, challengeIds, statuses };
  const request = { ...base, right: pairs, rightEvery: 1 };
  const { stored, seconds, note } = await flood(harness, deployment, [
    { ports: deployment.ports, connections: extent.submissionConnections, seconds: extent.rightSeconds, request },
  ]);
  if (!(await servesTheBoard(deployment.database, gameId, deployment.ports[0] ?? 0, 30_000))) {
    throw new Error('The board that is served is not the one that the database gives.');
  }
  return [
    {
      what: 'right flags, POST to stored verdict, with board updates',
      value: stored / seconds,
      unit: '/s',
      budgets: [{ atLeast: 1500 }],
      note: `${stored} solves, the board equals the recomputation; ${note}`,
    },
  ];
};

export const burst: Row = async ({ harness, extent }) => {
  const deployment = await harness.deploy(asInProduction(harness));
  const { gameId, sessions, challengeIds } = harness;
  const right = harness.takeUnsolved(Math.ceil(extent.burst / rightEvery));
  const request = { kind: 'submission' as const, gameId, sessions, challengeIds, right, rightEvery, statuses };
  const { seconds, stored, note } = await flood(harness, deployment, [
    { ports: deployment.ports, connections: extent.burst, count: extent.burst, request },
  ]);
  return [
    {
      what: `${extent.burst} submissions at once, until the last is judged`,
      value: seconds,
      unit: 's',
      budgets: [{ atMost: 5 }],
      note: `${stored} taken, ${extent.burst - stored} refused with 429, none lost or doubled; ${note}`,
    },
  ];
};

export const paced: Row = async ({ harness, extent }) => {
  const { ports, database } = await harness.deploy();
  const { gameId, challengeIds } = harness;
  const count = Math.min(100, harness.sessions.count);
  const sessions = { ...harness.sessions, count };
  const pace = (seconds: number) => {
    const right = harness.takeUnsolved(Math.ceil((rate * seconds) / rightEvery), (player) => player < count);
    const request = { kind: 'submission' as const, gameId, sessions, challengeIds, right, rightEvery };
    return harness.generator().call('verdicts', { ports, rate, seconds, request });
  };
  // The first solves meet cold code, and a worker that has to read the board.
  await pace(extent.warmUpSeconds);
  const { result, cores } = await harness.watch(() => pace(extent.pacedSeconds));
  await harness.stopGenerators();
  const { verdict, reply, sent, missing, doubled, ids } = result;
  await untilJudged(database, timeoutMs);
  const kept = await checkSubmissions(database, gameId, ids);
  if (missing > 0 || doubled > 0 || !isWhole(kept)) {
    throw new Error(`${missing} verdicts were not pushed, ${doubled} twice; ${JSON.stringify(kept)}`);
  }
  const note = `${sent} sent, one in five right; reply p50 ${quantile(reply, 0.5).toFixed(1)} ms, p99 ${quantile(reply, 0.99).toFixed(1)} ms; ${sayCores(cores)}`;
  return [
    {
      what: `paced ${rate}/s, POST to pushed verdict, p50`,
      value: quantile(verdict, 0.5),
      unit: 'ms',
      budgets: [{ atMost: 15 }],
      note,
    },
    {
      what: `paced ${rate}/s, POST to pushed verdict, p99`,
      value: quantile(verdict, 0.99),
      unit: 'ms',
      budgets: [{ atMost: 100 }],
      note: `longest ${quantile(verdict, 1).toFixed(0)} ms`,
    },
  ];
};
