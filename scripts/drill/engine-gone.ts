import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildImages } from '../demo/containers';
import { buildProcesses } from '../lib/build.mjs';
import { canRunDockerd, startDockerd } from '../lib/dockerd.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { freePort } from '../lib/ports.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';
import { createCompetition, type Player } from './competition';
import { openDeployment } from './deployment';
import type { Drill } from './drill';
import { createInstanceChallenge, startInstance } from './instance';
import { checkNothingLost, startLoad } from './load';
import { describeTimes, secondsOf } from './report';
import { observe } from './scene';

const goneMs = 20_000;
const backMs = 120_000;

/** An engine that can be killed and started again with what it had. */
async function openEngine(lifecycle: Lifecycle) {
  const place = openTestDirectory(lifecycle).service('docker');
  let engine = await startDockerd(place);
  lifecycle.onStop(async () => {
    await engine.stop();
    // The killed one left its data mounted on themselves.
    spawnSync('umount', ['--lazy', path.join(place.directory, 'data')], { stdio: 'ignore' });
  });
  return {
    host: engine.host,
    async kill() {
      if (engine.pid) process.kill(engine.pid, 'SIGKILL');
      await engine.exited;
    },
    async startAgain() {
      engine = await startDockerd(place);
    },
  };
}

/** The container engine is killed while players play and start instances. */
export const engineGone: Drill = {
  name: 'engine-gone',
  summary: 'the container engine is killed for 20 s under load (as root, with dockerd)',
  async run(lifecycle, report) {
    if (!canRunDockerd()) throw new Failure('This drill starts an engine of its own, which takes root and dockerd.');
    await buildProcesses();
    const engine = await openEngine(lifecycle);
    await buildImages(engine.host);
    const deployment = await openDeployment(lifecycle, {
      environment: { CONTAINER_ENGINE: 'docker', DOCKER_HOST: engine.host, CONTAINER_DISK_FREE_MIN: '0' },
    });
    const port = await freePort();
    await deployment.startServer({ port });
    await deployment.startWorker();
    const game = await createCompetition(() => `http://127.0.0.1:${port}`, { teams: 20, challenges: 8 });
    const challengeId = await createInstanceChallenge(game);
    const database = deployment.openDatabase();
    const start = (player: Player) => startInstance(game, player, challengeId);
    const load = startLoad(game);
    const before: number[] = [];
    for (const player of game.players.slice(0, 4)) {
      const { what, ms } = await start(player);
      report.check(`instance of ${player.userName}`, what === 'started', what);
      before.push(ms);
    }
    report.fact('starts with the engine there', describeTimes(before));
    await observe(report, load, 'engine killed for 20 s', async () => {
      await engine.kill();
      const refused = start(game.players[4] as Player);
      await sleep(goneMs);
      await engine.startAgain();
      const { what, ms } = await refused;
      report.fact('start asked for meanwhile', `${what} after ${secondsOf(ms)}`);
    });
    const backAt = performance.now();
    let last = await start(game.players[5] as Player);
    while (last.what !== 'started' && performance.now() - backAt < backMs) {
      await sleep(1000);
      last = await start(game.players[5] as Player);
    }
    report.check('a start after the engine is back', last.what === 'started', secondsOf(performance.now() - backAt));
    const [row] = await database.sql<{ states: string }[]>`
      select string_agg(state::text || ' ' || count, ', ') as states
      from (select state, count(*) from containers group by state) counted`;
    report.fact('instances afterwards', row?.states ?? 'none');
    await checkNothingLost(report, { database, game, load, ports: [port] });
  },
};
