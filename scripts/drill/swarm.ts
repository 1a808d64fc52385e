import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { containerFiles } from '../demo/containers';
import { docker } from '../images/base-image.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';
import { sh } from '../lib/sh';
import { startBalancer } from './balancer';
import { adminPassword } from './competition';
import type { Drill } from './drill';
import { playSharedInstances } from './instance';
import { checkNoErrors, checkNothingLost, startLoad } from './load';
import { type OutsideStores, openOutsideStores } from './outside-stores';
import { buildPlatform, type DrillEngine, openEngine, type Platform, play, untilReady } from './played';
import { type Report, secondsOf } from './report';
import { observe } from './scene';

const updateMs = 300_000;
/** Both servers are in the balancer again. */
const restedMs = 15_000;
const nodes = [1, 2] as const;
/** Of this machine, for both nodes. */
const storesAddress = '203.0.113.225';
const addressOf = (node: number) => `198.18.${node}.2`;
const netnsOf = (node: number) => `vexil-swarm-${node}`;
const inside = (node: number) => [
  ...['nsenter', `--net=/run/netns/${netnsOf(node)}`, 'unshare', '--uts'],
  ...['sh', '-c', `hostname node-${node}; exec "$0" "$@"`],
];

const forget = [
  `ip address del ${storesAddress}/32 dev lo`,
  ...nodes.flatMap((node) => [`ip netns del ${netnsOf(node)}`, `ip link del vxs${node}`]),
]
  .map((line) => `${line} 2>/dev/null`)
  .join('; ');

/** Two hosts with a cable to each other and one to this machine. */
async function makeNetwork(lifecycle: Lifecycle): Promise<void> {
  await sh(`${forget}; true`);
  lifecycle.onStop(async () => void (await sh(`${forget}; true`)));
  const [first, second] = nodes.map(netnsOf);
  const lines = nodes.flatMap((node) => [
    `ip netns add ${netnsOf(node)}`,
    `ip link add vxs${node} type veth peer name eth0 netns ${netnsOf(node)}`,
    `ip address add 198.18.${node}.1/24 dev vxs${node}`,
    `ip link set vxs${node} up`,
    `ip -n ${netnsOf(node)} link set lo up`,
    `ip -n ${netnsOf(node)} address add ${addressOf(node)}/24 dev eth0`,
    `ip -n ${netnsOf(node)} link set eth0 up`,
    `ip -n ${netnsOf(node)} route add default via 198.18.${node}.1`,
  ]);
  const cable = [
    `ip link add eth1 netns ${first} type veth peer name eth1 netns ${second}`,
    ...nodes.flatMap((node) => [
      `ip -n ${netnsOf(node)} address add 198.18.3.${node}/24 dev eth1`,
      `ip -n ${netnsOf(node)} link set eth1 up`,
    ]),
    `ip address add ${storesAddress}/32 dev lo`,
  ];
  await sh(['set -e', ...lines, ...cable].join('\n'));
}

const on = ({ host }: DrillEngine, ...words: string[]) => docker('--host', host, ...words);

/** A manager and a node that only runs tasks, as docs/engines.md says it. */
async function joinSwarm(manager: DrillEngine, other: DrillEngine): Promise<void> {
  const pool = ['--default-addr-pool', '10.64.0.0/12', '--default-addr-pool-mask-length', '28'];
  await on(manager, 'swarm', 'init', '--advertise-addr', '198.18.3.1', ...pool);
  const token = (await on(manager, 'swarm', 'join-token', '--quiet', 'worker')).trim();
  await on(other, 'swarm', 'join', '--advertise-addr', '198.18.3.2', '--token', token, '198.18.3.1:2377');
}

/** In place of a registry. @returns an archive with the images of the platform and of challenges */
async function buildArchive(lifecycle: Lifecycle): Promise<string> {
  // The nodes reach no package registry.
  const builder = await openEngine(lifecycle);
  await buildPlatform();
  const challenges = (await containerFiles()).map(({ image }) => image);
  const archive = path.join(builder.directory, 'images.tar');
  await on(builder, 'save', '--output', archive, 'vexil-server', 'vexil-worker', ...challenges);
  return archive;
}

async function createSecrets(directory: string, { databaseUrl, redisUrl, s3 }: OutsideStores): Promise<void> {
  const key = `${s3.accessKeyId}:${s3.secretAccessKey}`;
  const secrets = {
    secret_key: 'key-of-the-drills-and-of-nothing-else',
    database_url: databaseUrl,
    redis_url: redisUrl,
    admin_password: adminPassword,
    storage_url: `s3://${key}@vexil?endpoint=${s3.endpoint}`,
  };
  for (const [name, value] of Object.entries(secrets)) {
    const file = path.join(directory, name);
    writeFileSync(file, value);
    await docker('secret', 'create', `vexil_${name}`, file);
  }
}

async function deploy({ directory, socket }: DrillEngine, origin: string, port: number): Promise<Platform> {
  // All players of the drill have one address.
  const environment = { RATE_LIMIT: 'off' };
  const further = {
    // The engine of the drill has a socket of its own.
    services: { server: { environment }, worker: { environment, volumes: [`${socket}:/var/run/docker.sock`] } },
  };
  const override = path.join(directory, 'drill.yml');
  writeFileSync(override, JSON.stringify(further));
  const files = [inRoot('docker/swarm/stack.yml'), override].flatMap((one) => ['--compose-file', one]);
  const engine = { name: 'swarm', kind: 'swarm', host: 'unix:///var/run/docker.sock' };
  const env = {
    ...process.env,
    PUBLIC_URL: origin,
    PORT: String(port),
    CONTAINER_PUBLIC_HOST: addressOf(1),
    CONTAINER_ENGINE: '',
    CONTAINER_ENGINES: JSON.stringify([engine]),
    VEXIL_SERVER_IMAGE: 'vexil-server',
    VEXIL_WORKER_IMAGE: 'vexil-worker',
  };
  const words = ['stack', 'deploy', '--resolve-image', 'never', ...files, 'vexil'];
  const { code, output } = await runTool('docker', words, { cwd: inRoot(), env });
  if (code !== 0) throw new Failure(`docker stack deploy failed.\n${tail(output, 30)}`);
  return {
    origins: [origin],
    workers: 2,
    async readLogs() {
      const parts = [
        'stack ps --no-trunc vexil',
        'service logs --tail 20 vexil_server',
        'service logs --tail 20 vexil_worker',
      ];
      return (await Promise.all(parts.map((part) => docker(...part.split(' ')).catch(String)))).join('\n');
    },
  };
}

/** The rules that a worker prints for an operator, run on each node with the subnet of its own network. */
async function installRules(report: Report, engines: readonly DrillEngine[]): Promise<void> {
  let line: string | undefined;
  for (const until = Date.now() + 60_000; line === undefined && Date.now() < until; await sleep(500)) {
    const logs = await docker('service', 'logs', '--raw', 'vexil_worker');
    line = logs.split('\n').find((one) => one.includes('"commands"'));
  }
  if (line === undefined) throw new Failure('No worker has printed the firewall rules.');
  const { commands } = JSON.parse(line) as { commands: string };
  const subnetOf = async (engine: DrillEngine) =>
    (await on(engine, 'network', 'inspect', '--format', '{{(index .IPAM.Config 0).Subnet}}', 'docker_gwbridge')).trim();
  const printed = await subnetOf(engines[0] as DrillEngine);
  for (const [at, engine] of engines.entries()) {
    const text = commands.replaceAll(printed, await subnetOf(engine));
    const [command = '', ...words] = inside(at + 1);
    const { status, stderr } = spawnSync(command, [...words, 'sh', '-e'], { input: text, encoding: 'utf8' });
    report.check(`firewall rules of node ${at + 1}, as a worker prints them`, status === 0, stderr.trim());
  }
}

/** Waits until the update of a service has the state. Throws Failure. */
async function untilUpdated(service: string, state: string): Promise<void> {
  for (const until = Date.now() + updateMs; ; await sleep(500)) {
    const seen = (
      await docker('service', 'inspect', '--format', '{{with .UpdateStatus}}{{.State}}{{end}}', service)
    ).trim();
    if (seen === state) return;
    if (Date.now() > until) throw new Failure(`The update of ${service} is ${seen}, not ${state}.`);
  }
}

/** The stack file as it is, on a swarm of two nodes: played through, updated and rolled back under load. */
export const swarmDrill: Drill = {
  name: 'swarm',
  summary:
    '`docker stack deploy` on two nodes, played through, updated and rolled back under load (as root, with dockerd)',
  async run(lifecycle, report) {
    const archive = await buildArchive(lifecycle);
    await makeNetwork(lifecycle);
    const other = await openEngine(lifecycle, inside(2));
    // Last, because commands of Docker go to it.
    const manager = await openEngine(lifecycle, inside(1));
    await joinSwarm(manager, other);
    const stores = await openOutsideStores(lifecycle, storesAddress);
    await createSecrets(manager.directory, stores);
    for (const engine of [manager, other]) await on(engine, 'load', '--input', archive);
    const [port, balancerPort] = [await freePort(), await freePort()];
    const deployedAt = performance.now();
    const platform = await deploy(manager, `http://127.0.0.1:${balancerPort}`, port);
    await untilReady({ ...platform, origins: nodes.map((node) => `http://${addressOf(node)}:${port}`) });
    await startBalancer(lifecycle, {
      directory: stores.deployment.directory,
      port: balancerPort,
      backends: nodes.map((node) => ({ host: addressOf(node), port })),
    });
    report.fact('ready', `${secondsOf(performance.now() - deployedAt)} after docker stack deploy`);
    await installRules(report, [manager, other]);
    const game = await play(report, platform, 10);
    const database = stores.deployment.openDatabase();
    await playSharedInstances(report, game, database);

    const load = startLoad(game);
    await load.untilAcknowledged(40);
    for (const name of ['server', 'worker']) {
      const service = `vexil_${name}`;
      await observe(report, load, `rolling update of ${service}`, async () => {
        await docker('service', 'update', '--detach', '--force', service);
        await untilUpdated(service, 'completed');
      });
    }
    // Several: without the delay of the stack, one in four stopped both servers.
    for (const round of [1, 2, 3]) {
      await observe(report, load, `update ${round} that does not get ready, rolled back`, async () => {
        const broken = `DATABASE_URL_FILE=/run/secrets/missing-${round}`;
        await docker('service', 'update', '--detach', '--env-add', broken, 'vexil_server');
        await untilUpdated('vexil_server', 'rollback_completed');
      });
      await sleep(restedMs);
    }
    const placed = await docker('stack', 'ps', '--filter', 'desired-state=running', '--format', '{{.Name}}', 'vexil');
    report.check('tasks that run', placed.trim().split('\n').length === 4, placed.trim().split('\n').join(', '));
    await checkNothingLost(report, { database, game, load, ports: [] });
    checkNoErrors(report, load);
    const removedAt = performance.now();
    await docker('stack', 'rm', 'vexil');
    while ((await docker('ps', '--quiet', '--filter', 'label=com.docker.stack.namespace=vexil')).trim() !== '') {
      await sleep(200);
    }
    report.fact('removed', `${secondsOf(performance.now() - removedAt)} after docker stack rm`);
  },
};
