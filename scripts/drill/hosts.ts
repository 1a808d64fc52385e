import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { freePort } from '../lib/ports.mjs';
import { startBalancer } from './balancer';
import { createCompetition } from './competition';
import { type Deployment, openDeployment } from './deployment';
import type { Drill } from './drill';
import { forward, forwardUrl } from './forward';
import { checkNothingLost, startLoad } from './load';
import { observe } from './scene';

const cutMs = 30_000;
const hosts = 2;

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' });
  if (status !== 0) throw new Failure(`ip ${words.join(' ')} failed, which takes root and iproute2.\n${stderr}`);
}

interface Host {
  name: string;
  /** Its own address, and that of this machine in its network. */
  address: string;
  gateway: string;
}

/** A network namespace with one cable to this one, in the range for measurements, which no firewall rule of ours knows. */
function plugIn(lifecycle: Lifecycle, index: number): Host {
  const name = `vexil-${process.pid}-${index}`;
  const link = `vx${process.pid % 100_000}-${index}`;
  const [address, gateway] = [`198.18.${index}.2`, `198.18.${index}.1`];
  ip('netns', 'add', name);
  lifecycle.onStop(async () => void spawnSync('ip', ['netns', 'del', name]));
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('address', 'add', `${gateway}/24`, 'dev', link);
  ip('link', 'set', link, 'up');
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return { name, address, gateway };
}

/** A server and a worker on a host that reaches the stores through its cable only. */
async function startOn(lifecycle: Lifecycle, deployment: Deployment, host: Host): Promise<number> {
  const move = (url: string) => forwardUrl(lifecycle, url, host.gateway);
  const port = await freePort();
  const environment = {
    DATABASE_URL: await move(deployment.databaseUrl),
    REDIS_URL: await move(deployment.redisUrl),
    HOST: host.address,
  };
  await forward(lifecycle, { host: '127.0.0.1', port }, { host: host.address, port });
  const prefix = ['ip', 'netns', 'exec', host.name];
  await deployment.startServer({ port, environment, prefix });
  await deployment.startWorker({ environment, prefix });
  return port;
}

/** Two hosts with a server and a worker each; one loses the network for 30 s and is joined again. */
export const hostsDrill: Drill = {
  name: 'hosts',
  summary: 'three hosts (stores; twice server and worker), one cut off for 30 s under load (as root)',
  async run(lifecycle, report) {
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    const plugged = Array.from({ length: hosts }, (_, index) => plugIn(lifecycle, index + 1));
    const ports: number[] = [];
    for (const host of plugged) ports.push(await startOn(lifecycle, deployment, host));
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
      // On the host's side, so that the route stays and packets to it are lost.
      ip('-n', first.name, 'link', 'set', 'eth0', 'down');
      await sleep(cutMs);
    });
    await observe(report, load, 'joined again', async () => {
      ip('-n', first.name, 'link', 'set', 'eth0', 'up');
      await sleep(cutMs);
    });
    await checkNothingLost(report, { database, game, load, ports });
  },
};
