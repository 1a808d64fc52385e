import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VexilClient } from '@vexil/server/client';
import { openPromise } from 'yauzl';
import type { ProductProcess } from '../bench/harness/processes';
import { untilJudged } from '../bench/verify';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { freePort } from '../lib/ports.mjs';
import { startBalancer } from './balancer';
import { provideRelease } from './checkout';
import { adminPassword, type Competition, createCompetition, signInAgain } from './competition';
import { type Deployment, openDeployment, type StartOptions } from './deployment';
import type { Drill } from './drill';
import { type Host, plugIn, portOn, setCable, settingsOn } from './host';
import { checkNoErrors, checkNothingLost, startLoad } from './load';
import { signIn } from './person';
import { type Prometheus, startPrometheus } from './prometheus';
import { type Report, secondsOf } from './report';
import { runVexil } from './restore';
import { observe } from './scene';

const hosts = 3;
const played = 200;
const alert = 'VexilServerDown';
/** The alert waits two minutes by itself. */
const alertMs = 240_000;
const metricsPorts = { server: 9464, worker: 9465 };

type Row = Awaited<ReturnType<VexilClient['scoreboard']['get']>>['items'][number];

const readRows = async ({ admin, gameId }: Competition): Promise<Row[]> =>
  (await admin.scoreboard.get({ params: { id: gameId } })).items;

/** What every release sends of a board, as text. */
const textOf = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map(({ name, rank, score, lastSubmissionTime, solvedChallenges }) => [
      [name, rank, score, lastSubmissionTime],
      solvedChallenges.map((solve) => [solve.id, solve.score, solve.type, solve.time]),
    ]),
  );

interface Yesterday {
  game: Competition;
  board: string;
}

/** A game on one machine, which is gone after its backup. By this version: 0.2.0 has no command for backups. */
async function playYesterday(lifecycle: Lifecycle, report: Report, to: string): Promise<Yesterday> {
  const deployment = await openDeployment(lifecycle);
  const port = await freePort();
  const processes = [await deployment.startServer({ port }), await deployment.startWorker()];
  const game = await createCompetition(() => `http://127.0.0.1:${port}`, { teams: 20, challenges: 8 });
  const load = startLoad(game);
  await load.untilAcknowledged(played);
  await load.end();
  const database = deployment.openDatabase();
  await untilJudged(database, 60_000);
  // A board is up to a second old.
  await sleep(2000);
  const board = textOf(await readRows(game));
  const { ms } = await runVexil({ ...deployment.environment, BACKUP_TO: to }, ['backup', '--verify']);
  report.fact('backup with verification', secondsOf(ms));
  for (const one of processes) await one.stop();
  return { game, board };
}

interface Place {
  host: Host;
  port: number;
  options: StartOptions;
  server: ProductProcess;
  worker: ProductProcess;
}

interface Program {
  deployment: Deployment;
  folder?: string;
}

const withMetrics = (place: Pick<Place, 'host' | 'options'>, port: number): StartOptions => ({
  ...place.options,
  environment: {
    ...place.options.environment,
    METRICS_HOST: place.host.address,
    METRICS_PORT: String(port),
  },
});

const startServer = ({ deployment, ...version }: Program, place: Pick<Place, 'host' | 'options' | 'port'>) =>
  deployment.startServer({ ...withMetrics(place, metricsPorts.server), ...version, port: place.port });

const startWorker = ({ deployment, ...version }: Program, place: Pick<Place, 'host' | 'options'>) =>
  deployment.startWorker({ ...withMetrics(place, metricsPorts.worker), ...version });

async function bringUp(lifecycle: Lifecycle, program: Program): Promise<Place[]> {
  const places: Place[] = [];
  for (let index = 1; index <= hosts; index += 1) {
    const host = plugIn(lifecycle, index);
    const begun = {
      host,
      port: await portOn(lifecycle, host),
      options: await settingsOn(lifecycle, program.deployment, host),
    };
    const server = await startServer(program, begun);
    places.push({ ...begun, server, worker: await startWorker(program, begun) });
  }
  return places;
}

function watch(lifecycle: Lifecycle, { directory }: Deployment, places: readonly Place[]): Promise<Prometheus> {
  const targets = (port: number) => places.map(({ host }) => `${host.address}:${port}`);
  return startPrometheus(lifecycle, directory, {
    servers: targets(metricsPorts.server),
    workers: targets(metricsPorts.worker),
  });
}

/** Everything is scraped within a few seconds of its start. */
async function checkScraped(report: Report, prometheus: Prometheus, name: string): Promise<void> {
  let count: number | null = null;
  for (const until = performance.now() + 30_000; performance.now() < until && count !== 2 * hosts; await sleep(1000)) {
    count = await prometheus.query('count(up == 1)');
  }
  report.check(`processes that Prometheus reaches, ${name}`, count === 2 * hosts, `${count} of ${2 * hosts}`);
}

/** One host after the other: server, then worker. */
async function upgradeEach(program: Program, places: readonly Place[]): Promise<void> {
  for (const place of places) {
    await place.server.stop();
    place.server = await startServer(program, place);
    await place.worker.stop();
    place.worker = await startWorker(program, place);
  }
}

async function readFromZip(zip: string, wanted: string): Promise<string> {
  const file = await openPromise(zip);
  for await (const entry of file.eachEntry()) {
    if (entry.fileName === wanted) return text(await file.openReadStreamPromise(entry));
  }
  throw new Failure(`The archive has no ${wanted}.`);
}

async function archive(report: Report, deployment: Deployment, game: Competition): Promise<void> {
  await game.admin.gameEdit.update({ params: { id: game.gameId }, body: { end: Date.now() - 1000 } });
  const to = path.join(deployment.directory, 'archive.zip');
  const { ms } = await runVexil(deployment.environment, ['game', 'archive', String(game.gameId), '--to', to]);
  await readFromZip(to, 'index.html');
  const { items } = JSON.parse(await readFromZip(to, 'scoreboard.json')) as { items: Row[] };
  const isSame = textOf(items) === textOf(await readRows(game));
  report.check('the board in the archive', isSame, `${items.length} teams, written in ${secondsOf(ms)}`);
}

/** The steps of docs/operate.md for an event, in its order. */
export const event: Drill = {
  name: 'event',
  summary: "yesterday's backup on three hosts, watched; one is lost; a rolling upgrade; the archive (as root)",
  async run(lifecycle, report, options) {
    const { version, folder } = await provideRelease(options);
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    const to = path.join(deployment.directory, 'backups');
    const yesterday = await playYesterday(lifecycle, report, to);

    const restored = await runVexil({ ...deployment.environment, BACKUP_TO: to }, ['restore', 'latest']);
    report.fact('restored into an empty database', secondsOf(restored.ms));
    const startedAt = performance.now();
    const places = await bringUp(lifecycle, { deployment, folder });
    const ports = places.map(({ port }) => port);
    const balancer = await startBalancer(lifecycle, {
      directory: deployment.directory,
      port: await freePort(),
      backends: places.map(({ host, port }) => ({ host: host.address, port })),
    });
    report.fact(`three hosts with ${version} ready`, secondsOf(performance.now() - startedAt));
    const baseOf = () => balancer;
    const players = [];
    for (const player of yesterday.game.players) players.push({ ...player, as: await signInAgain(baseOf, player) });
    const admin = await signIn(baseOf, 'Admin', adminPassword);
    const game: Competition = { ...yesterday.game, admin, players };
    report.check("the board is yesterday's", textOf(await readRows(game)) === yesterday.board);
    const prometheus = await watch(lifecycle, deployment, places);
    await checkScraped(report, prometheus, 'before');

    const first = startLoad(game);
    await first.untilAcknowledged(60);
    const [lost] = places;
    if (!lost) throw new Failure('There is no host.');
    await observe(report, first, 'one host cut off until the alert', async () => {
      setCable(lost.host, 'down');
      const ms = await prometheus.until(alert, true, alertMs);
      report.fact(`${alert} fires`, `${secondsOf(ms)} after the cut`);
    });
    await observe(report, first, 'joined again', async () => {
      setCable(lost.host, 'up');
      const ms = await prometheus.until(alert, false, alertMs);
      report.fact(`${alert} is over`, `${secondsOf(ms)} after it was joined`);
    });
    const database = deployment.openDatabase();
    await checkNothingLost(report, { database, game, load: first, ports });

    const second = startLoad(game);
    await second.untilAcknowledged(60);
    const upgradedAt = performance.now();
    await upgradeEach({ deployment }, places);
    report.fact('rolling upgrade of three servers and three workers', secondsOf(performance.now() - upgradedAt));
    await second.untilAcknowledged(60);
    report.fact('longest time without an acknowledged submission', secondsOf(second.longestGapMs()));
    await checkNothingLost(report, { database, game, load: second, ports });
    checkNoErrors(report, second);
    await checkScraped(report, prometheus, 'after the upgrade');
    await archive(report, deployment, game);
  },
};
