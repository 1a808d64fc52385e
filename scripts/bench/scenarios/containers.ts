import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../lib/quantile';
import { type ContainerGame, listPresent, openContainerGame } from '../harness/containers';
import type { Deployment, Harness } from '../harness/harness';
import { residentMiB } from '../harness/usage';
import { writeTable } from '../report/table';
import { type Measure, passes } from '../rows/row';
import { type Size, tiny, withTeams } from '../seed/size';
import { churn } from './container-churn';
import { type AnnouncedWait, watchQueue } from './container-queue';
import { measureTakeover } from './container-takeover';
import { openPlainEngine, type PlainEngine } from './plain-engine';
import type { Scenario } from './scenario';

interface Sizes {
  seed: Size;
  single: number;
  rounds: number;
  batch: number;
  alive: number;
  takeovers: number;
}

const full: Sizes = { seed: withTeams(400), single: 12, rounds: 3, batch: 50, alive: 200, takeovers: 5 };
const smoke: Sizes = { seed: tiny, single: 1, rounds: 1, batch: 2, alive: 3, takeovers: 1 };
const endedWithinMs = 120_000;

interface Bench {
  harness: Harness;
  deployment: Deployment;
  game: ContainerGame;
  plain: PlainEngine;
  sizes: Sizes;
}

async function startOurs({ game, deployment }: Bench, player: number): Promise<number> {
  return (await game.call({ act: 'create', player, challengeId: 1 }, deployment.ports[0] ?? 0)).ms;
}

async function endOurs({ game, deployment }: Bench, players: readonly number[]): Promise<void> {
  const present = await game.end(players, deployment.ports[0] ?? 0, endedWithinMs);
  if (present.length > 0) throw new Error('Containers that were ended are still there.');
}

/** Of one act by us, by a client that makes the same container, and by one that makes a plain one. */
interface Sides {
  ours: number[];
  same: number[];
  plain: number[];
}

function viewRatios(what: string, sides: Sides): Measure[] {
  const [ours, same, plain] = [median(sides.ours), median(sides.same), median(sides.plain)];
  const say = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const note = `ours ${say(ours)}, the same ${say(same)}, plain ${say(plain)}; medians of ${sides.ours.length} in turns`;
  const figures = { ours, same, plain };
  return [
    {
      what: `${what}, times a client that makes the same container`,
      value: ours / same,
      unit: '×',
      budgets: [{ atMost: 1.3 }],
      note,
      figures,
    },
    {
      what: `${what}, times a client without limits and with one network for all`,
      value: ours / plain,
      unit: '×',
      budgets: [],
      note: '',
    },
  ];
}

async function measureSingle(bench: Bench): Promise<Measure[]> {
  const sides: Sides = { ours: [], same: [], plain: [] };
  // One of each unmeasured, because the first start prepares networks and rules.
  for (let round = -1; round < bench.sizes.single; round += 1) {
    const ours = await startOurs(bench, 0);
    if (round < 0) await bench.plain.imitate((await listPresent(bench.harness))[0]?.id ?? '');
    const plain = await bench.plain.start();
    const same = await bench.plain.start({ same: true });
    await endOurs(bench, [0]);
    await bench.plain.removeAll();
    if (round < 0) continue;
    sides.ours.push(ours);
    sides.plain.push(plain);
    sides.same.push(same);
  }
  return viewRatios('start to ready, one at a time', sides);
}

async function measureBatch(bench: Bench): Promise<Measure[]> {
  const { sizes, harness, deployment } = bench;
  const players = Array.from({ length: sizes.batch }, (_, index) => index);
  const sides: Sides = { ours: [], same: [], plain: [] };
  const announced: AnnouncedWait[] = [];
  const timePlain = async (same: boolean) => {
    const begin = performance.now();
    await Promise.all(players.map(() => bench.plain.start({ same })));
    const ms = performance.now() - begin;
    await bench.plain.removeAll();
    return ms;
  };
  for (let round = 0; round < sizes.rounds; round += 1) {
    const queue = await watchQueue(deployment.ports[0] ?? 0, harness, players);
    const begin = performance.now();
    await Promise.all(players.map((player) => startOurs(bench, player).then(() => queue.ready(player))));
    sides.ours.push(performance.now() - begin);
    announced.push(...queue.close());
    await endOurs(bench, players);
    sides.plain.push(await timePlain(false));
    sides.same.push(await timePlain(true));
  }
  const all = viewRatios(`${sizes.batch} at once, until the last is ready`, sides);
  const errors = announced.map(({ announcedMs, realMs }) => (100 * Math.abs(announcedMs - realMs)) / realMs);
  // In a short queue no wait is announced.
  if (errors.length === 0) return all;
  const within = errors.filter((error) => error <= 30).length;
  const truth: Measure = {
    what: 'error of the wait announced to a team in the queue, median',
    value: median(errors),
    unit: '%',
    budgets: [{ atMost: 30 }],
    note: `${announced.length} waits announced, ${within} of them right to 30 %`,
  };
  return [...all, truth];
}

async function setWarmCount({ deployment }: Bench, count: number): Promise<void> {
  await deployment.database.sql`
    update challenges set container_options = container_options || jsonb_build_object('warmCount', ${count}::int)
    where id = 1`;
}

async function untilWarm({ deployment }: Bench, count: number): Promise<void> {
  for (const until = performance.now() + endedWithinMs; ; await delay(100)) {
    const [row] = await deployment.database.sql<{ count: number }[]>`
      select count(*)::int as count from containers where kind = 'Warm' and state = 'running'`;
    if ((row?.count ?? 0) >= count) return;
    if (performance.now() > until) throw new Error(`The pool has ${row?.count} of ${count} instances.`);
  }
}

async function measurePool(bench: Bench): Promise<Measure> {
  const players = Array.from({ length: bench.sizes.single }, (_, index) => index);
  await setWarmCount(bench, 1);
  const [ours, plain]: number[][] = [[], []];
  for (const player of players) {
    await untilWarm(bench, 1);
    ours?.push(await startOurs(bench, player));
    plain?.push(await bench.plain.start());
  }
  await setWarmCount(bench, 0);
  await endOurs(bench, players);
  await bench.plain.removeAll();
  const [oursMs, plainMs] = [median(ours ?? []), median(plain ?? [])];
  return {
    what: 'start from the pool, times the plain client',
    value: oursMs / plainMs,
    unit: '×',
    budgets: [{ atMost: 0.2 }],
    note: `ours ${oursMs.toFixed(0)} ms, plain ${plainMs.toFixed(0)} ms; medians of ${players.length} in turns`,
    figures: { oursMs, plainMs },
  };
}

async function measureAlive(bench: Bench): Promise<Measure> {
  const { sizes, deployment } = bench;
  const players = Array.from({ length: sizes.alive }, (_, index) => index);
  for (let from = 0; from < players.length; from += 20) {
    await Promise.all(players.slice(from, from + 20).map((player) => startOurs(bench, player)));
  }
  // Two rounds of the comparison of rows and engine.
  await delay(bench.harness.options.smoke ? 0 : 35_000);
  const present = (await listPresent(bench.harness)).filter(({ isRunning }) => isRunning).length;
  if (present !== players.length) throw new Error(`${present} of ${players.length} containers run.`);
  const worker = residentMiB(deployment.workers[0]?.pid ?? 0);
  await endOurs(bench, players);
  return {
    what: `resident memory of the worker with ${players.length} instances`,
    value: worker,
    unit: 'MiB',
    budgets: [{ atMost: 150 }],
    note: '',
  };
}

/** Containers beside a plain client of the engine in the same run, then churn while processes are killed. */
export const containers: Scenario = async (harness, say) => {
  const { smoke: isSmoke, minutes } = harness.options;
  const sizes = isSmoke ? smoke : full;
  say('Seeding …');
  await harness.seed(sizes.seed);
  const wanted = { servers: 2, workers: 2, challenges: 4 };
  const game = await openContainerGame(harness, { ...wanted, workers: 1, servers: 1 });
  if (game === null) return { problems: ['no Docker engine answers'], lines: [], figures: {} };
  const plain = openPlainEngine(harness.environment.DOCKER_HOST, game);
  const deployment = await harness.deploy({ containers: true });
  const bench: Bench = { harness, deployment, game, plain, sizes };
  try {
    say('One at a time …');
    const single = await measureSingle(bench);
    say('From the pool …');
    const pool = await measurePool(bench);
    say(`${sizes.batch} at once …`);
    const batch = await measureBatch(bench);
    say(`${sizes.alive} alive …`);
    const alive = await measureAlive(bench);
    const churned = await openChurn(harness, wanted);
    say('Workers killed in mid-start …');
    const takeover = await measureTakeovers({ ...bench, game: churned });
    say(`Churn of ${minutes} minutes …`);
    const left = await churn(harness, churned, { minutes, teams: sizes.batch, say });
    const measures = [...single, pool, ...batch, alive, ...takeover, ...left];
    const missed = isSmoke ? [] : measures.filter((measure) => passes(measure) === false);
    return {
      problems: missed.map(({ what, value }) => `${what}: ${value.toFixed(2)}`),
      lines: [writeTable([{ row: 'containers', measures }])],
      figures: { measures },
    };
  } finally {
    await plain.removeAll();
  }
};

async function measureTakeovers(bench: Bench): Promise<Measure[]> {
  const { harness, game, sizes } = bench;
  const deployment = await harness.deploy({ servers: 2, workers: 2, containers: true });
  const end = () => endOurs({ ...bench, deployment }, [0]);
  return measureTakeover({ harness, deployment, game, samples: sizes.takeovers, end });
}

async function openChurn(harness: Harness, wanted: Parameters<typeof openContainerGame>[1]): Promise<ContainerGame> {
  const game = await openContainerGame(harness, wanted);
  if (game === null) throw new Error('The Docker engine is gone.');
  return game;
}
