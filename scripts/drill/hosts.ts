import { setTimeout as sleep } from 'node:timers/promises';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import { freePort } from '../lib/ports.mjs';
import { startBalancer } from './balancer';
import { createCompetition } from './competition';
import { openDeployment } from './deployment';
import type { Drill } from './drill';
import { plugIn, portOn, setCable, settingsOn } from './host';
import { checkNothingLost, startLoad } from './load';
import { observe } from './scene';

const cutMs = 30_000;
const hosts = 2;

/** Two hosts with a server and a worker each; one loses the network for 30 s and is joined again. */
export const hostsDrill: Drill = {
  name: 'hosts',
  summary: 'three hosts (stores; twice server and worker), one cut off for 30 s under load (as root)',
  async run(lifecycle, report) {
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    const plugged = Array.from({ length: hosts }, (_, index) => plugIn(lifecycle, index + 1));
    const ports: number[] = [];
    for (const host of plugged) {
      const port = await portOn(lifecycle, host);
      const options = await settingsOn(lifecycle, deployment, host);
      await deployment.startServer({ ...options, port });
      await deployment.startWorker(options);
      ports.push(port);
    }
    const balancer = await startBalancer(lifecycle, {
      directory: deployment.directory,
      port: await freePort(),
      backends: plugged.map(({ address }, at) => ({ host: address, port: ports[at] ?? 0 })),
    });
    const game = await createCompetition(() => balancer, { teams: 20, challenges: 8 });
    const database = deployment.openDatabase();
    const load = startLoad(game);
    await load.untilAcknowledged(60);
    const [first] = plugged;
    if (!first) throw new Failure('There is no host.');
    await observe(report, load, 'one host cut off for 30 s', async () => {
      setCable(first, 'down');
      await sleep(cutMs);
    });
    await observe(report, load, 'joined again', async () => {
      setCable(first, 'up');
      await sleep(cutMs);
    });
    await checkNothingLost(report, { database, game, load, ports });
  },
};
