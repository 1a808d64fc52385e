import { setTimeout as sleep } from 'node:timers/promises';
import { readSchemaState } from '@vexil/db/migrate';
import type { ProductProcess } from '../bench/harness/processes';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import { freePort } from '../lib/ports.mjs';
import { startBalancer } from './balancer';
import { provideRelease } from './checkout';
import { type Competition, createCompetition, type Player, signInAgain, submit, verdictOf } from './competition';
import { type Deployment, openDeployment } from './deployment';
import type { Drill } from './drill';
import { checkNoErrors, checkNothingLost, startLoad } from './load';
import { type Report, secondsOf } from './report';

const between = 40;

async function isOnBoard({ as, teamId }: Player, gameId: number): Promise<boolean> {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(200)) {
    const { items } = await as.scoreboard.get({ params: { id: gameId } });
    if (items.some((row) => row.id === teamId && row.solvedCount > 0)) return true;
  }
  return false;
}

/** Signs in, answers wrong and right, has both judged and finds the solve on the board, all at one server. */
async function smoke(game: Competition, player: Player, port: number): Promise<string[]> {
  const base = `http://127.0.0.1:${port}`;
  const as = await signInAgain(() => base, player);
  const there = { ...player, as };
  const task = game.tasks.at(-1);
  if (!task) throw new Failure('The game has no task.');
  const verdicts: string[] = [];
  for (const flag of ['flag{smoke}', task.flag]) {
    verdicts.push(await verdictOf(game, there, task, await submit(game, there, task, flag)));
  }
  return [...verdicts, (await isOnBoard(there, game.gameId)) ? 'on the board' : 'not on the board'];
}

async function checkSmoke(report: Report, name: string, game: Competition, player: Player, port: number) {
  const seen = await smoke(game, player, port).catch((error: Error) => [error.message]);
  report.check(name, seen.join() === 'WrongAnswer,Accepted,on the board', seen.join(', '));
}

interface Versions {
  deployment: Deployment;
  folder: string;
  ports: readonly [number, number];
}

async function startOld({ deployment, folder, ports }: Versions) {
  const first = await deployment.startServer({ folder, port: ports[0] });
  const second = await deployment.startServer({ folder, port: ports[1] });
  return {
    servers: [first, second] as [ProductProcess, ProductProcess],
    workers: [await deployment.startWorker({ folder }), await deployment.startWorker({ folder })] as [
      ProductProcess,
      ProductProcess,
    ],
  };
}

/**
 * Replaces two servers and two workers of the last release by this version, one after the other, while players play
 * through a balancer; the old processes are tried on the new schema in between.
 */
export const upgrade: Drill = {
  name: 'upgrade',
  summary: 'a rolling upgrade from the last release (or --from <version>) under load',
  async run(lifecycle, report, options) {
    const { version, folder } = await provideRelease(options);
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    const ports = [await freePort(), await freePort()] as const;
    const old = await startOld({ deployment, folder, ports });
    const balancer = await startBalancer(lifecycle, {
      directory: deployment.directory,
      port: await freePort(),
      backends: ports.map((port) => ({ host: '127.0.0.1', port })),
    });
    const game = await createCompetition(() => balancer, { teams: 21, challenges: 8 });
    const smoker = game.players.pop();
    if (!smoker) throw new Failure('The game has no players.');
    const database = deployment.openDatabase();
    const before = await readSchemaState(database.sql);
    report.fact('from', `${version}, ${before.applied} of ${before.known} migrations`);

    const load = startLoad(game);
    await load.untilAcknowledged(between);
    const startedAt = performance.now();
    await old.servers[0].stop();
    const replacedAt = performance.now();
    await deployment.startServer({ port: ports[0] });
    report.fact('first server of this version ready, with its migrations', secondsOf(performance.now() - replacedAt));
    const after = await readSchemaState(database.sql);
    report.check('schema is migrated', after.applied === after.known, `${after.applied} of ${after.known}`);
    await load.untilAcknowledged(between);
    await checkSmoke(report, 'old server and old workers on the new schema', game, smoker, ports[1]);
    // It reads everything anew, as one that was killed does.
    const again = await deployment.startServer({ folder });
    await checkSmoke(report, 'old server that starts on the new schema', game, smoker, again.port);
    await again.stop();
    await old.workers[0].stop();
    await old.workers[1].stop();
    await deployment.startWorker();
    await load.untilAcknowledged(between);
    await checkSmoke(report, 'old server, new worker', game, smoker, ports[1]);
    await old.servers[1].stop();
    await deployment.startServer({ port: ports[1] });
    await deployment.startWorker();
    await load.untilAcknowledged(between);
    report.fact('rolling upgrade of two servers and two workers', secondsOf(performance.now() - startedAt));
    report.fact('longest time without an acknowledged submission', secondsOf(load.longestGapMs()));
    await checkNothingLost(report, { database, game, load, ports });
    checkNoErrors(report, load);
  },
};
