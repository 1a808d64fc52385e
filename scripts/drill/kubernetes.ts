import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { containerFiles } from '../demo/containers';
import { docker } from '../images/base-image.mjs';
import { type Cluster, startCluster } from '../kubernetes/cluster';
import { buildMetricsPrograms, buildPrograms, checkSystem, defaultFolder } from '../kubernetes/programs';
import { Failure } from '../lib/failure.mjs';
import { findProgram } from '../lib/find-program.mjs';
import { inRoot } from '../lib/paths.mjs';
import { provideMetrics, scaleServers, scaleWorkers, untilScaling } from './autoscale';
import { adminPassword } from './competition';
import type { Drill } from './drill';
import { playSharedInstances } from './instance';
import { checkNoErrors, checkNothingLost, startLoad } from './load';
import { type OutsideStores, openOutsideStores } from './outside-stores';
import { buildPlatform, openEngine, type Platform, play, untilReady } from './played';
import { type Report, secondsOf } from './report';
import { observe } from './scene';

const entryPort = 30_080;

/** Names and tags that the Kustomization gives to the images. */
function readImages(): string[] {
  const text = readFileSync(inRoot('docker/kubernetes/base/kustomization.yaml'), 'utf8');
  return [...text.matchAll(/newName: (\S+)\s+newTag: (\S+)/g)].map(([, name, tag]) => `${name}:${tag}`);
}

async function provideClusterImages({ at, importImages }: Cluster): Promise<string> {
  await buildPlatform();
  const names = readImages();
  for (const name of names) await docker('tag', /vexil-\w+/.exec(name)?.[0] ?? '', name);
  const challenges = (await containerFiles()).map(({ image }) => image);
  const archive = at('platform.tar');
  await docker('save', '--output', archive, ...names, ...challenges);
  await importImages(archive);
  return names.find((name) => name.includes('server')) ?? '';
}

/** The manifests as an operator prepares them: settings and secrets filled in, and room on a small node. */
function prepareManifests(cluster: Cluster, { databaseUrl, redisUrl, s3 }: OutsideStores): string {
  const folder = cluster.at('manifests');
  cpSync(inRoot('docker/kubernetes'), folder, { recursive: true });
  const fill = (from: string, to: string, values: Record<string, string>) => {
    const lines = readFileSync(path.join(folder, 'base', from), 'utf8')
      .trim()
      .split('\n');
    const kept = lines.filter((line) => !((line.split('=')[0] ?? '') in values));
    const added = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    writeFileSync(path.join(folder, 'base', to), `${[...kept, ...added].join('\n')}\n`);
  };
  fill('secrets.example.env', 'secrets.env', {
    SECRET_KEY: 'key-of-the-drills-and-of-nothing-else',
    ADMIN_PASSWORD: adminPassword,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    BACKUP_PASSPHRASE: 'words of the drill',
  });
  fill('settings.env', 'settings.env', {
    PUBLIC_URL: `http://${cluster.nodeAddress}:${entryPort}`,
    STORAGE_URL: `s3://vexil?endpoint=${s3.endpoint}`,
    BACKUP_TO: `s3://vexil-backups?endpoint=${s3.endpoint}`,
    CONTAINER_PUBLIC_HOST: cluster.nodeAddress,
    // All players of the drill have one address.
    RATE_LIMIT: 'off',
  });
  for (const name of ['server.yaml', 'worker.yaml']) {
    const file = path.join(folder, 'base', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('cpu: 500m', 'cpu: 100m'));
  }
  const scaling = path.join(folder, 'autoscale/scaling.yaml');
  writeFileSync(scaling, readFileSync(scaling, 'utf8').replace(/maxReplicas: \d+/g, 'maxReplicas: 3'));
  return folder;
}

/** In place of an ingress controller: passes connections on to the service, from the namespace that its policy lets in. */
async function openEntry({ kubectl, at }: Cluster, image: string): Promise<void> {
  const address = await kubectl('get service vexil-server -n vexil -o jsonpath={.spec.clusterIP}');
  const program = `
    const net = require('node:net');
    net.createServer((near) => {
      const far = net.connect(80, '${address}');
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    }).listen(8080);`;
  const labels = { app: 'entry' };
  const metadata = { name: 'entry', namespace: 'ingress-nginx', labels };
  const container = { name: 'entry', image, command: ['node', '-e', program] };
  const items = [
    { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [container], terminationGracePeriodSeconds: 0 } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { type: 'NodePort', selector: labels, ports: [{ port: 80, targetPort: 8080, nodePort: entryPort }] },
    },
  ];
  writeFileSync(at('entry.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  await kubectl(`apply -f ${at('entry.json')}`);
}

let probes = 0;

/** @returns whether a pod of the namespace gets an answer from the address */
async function isReachable(
  { kubectl, until }: Cluster,
  image: string,
  namespace: string,
  url: string,
): Promise<boolean> {
  const name = `probe-${++probes}`;
  const about = `-n ${namespace} ${name}`;
  // A policy counts a new pod in after some seconds.
  const program = `(async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const reply = await fetch('${url}', { signal: AbortSignal.timeout(3000) }).catch(() => null);
      if (reply) process.exit(0);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    process.exit(1);
  })()`;
  await kubectl(`run ${about} --image=${image} --restart=Never --command -- node -e "${program}"`);
  const phase = () => kubectl(`get pod ${about} -o jsonpath={.status.phase} | grep -E 'Succeeded|Failed'`);
  return (await until('The probe', phase)).trim() === 'Succeeded';
}

async function checkPolicies(report: Report, cluster: Cluster, image: string): Promise<void> {
  const { kubectl } = cluster;
  const address = await kubectl('get pods -n vexil -l app=vexil-server -o jsonpath={.items[0].status.podIP}');
  const [http, metrics] = [`http://${address}:8080/healthz`, `http://${address}:9464/metrics`];
  const cases: [string, string, boolean][] = [
    ['ingress-nginx', http, true],
    ['monitoring', metrics, true],
    ['default', http, false],
    ['default', metrics, false],
    ['ingress-nginx', metrics, false],
    ['vexil-instances', http, false],
  ];
  for (const [namespace, url, expected] of cases) {
    const seen = await isReachable(cluster, image, namespace, url);
    const port = url === http ? 'a server' : 'its metrics';
    report.check(`${port} from the namespace ${namespace}`, seen === expected, seen ? 'reached' : 'not reached');
  }
}

async function backUp(report: Report, { kubectl, until }: Cluster): Promise<void> {
  const startedAt = performance.now();
  await kubectl('create job backup-now -n vexil --from=cronjob/vexil-backup');
  const state = () =>
    kubectl("get job backup-now -n vexil -o jsonpath='{.status.conditions[*].type}' | grep -E 'Complete|Failed'");
  const seen = (await until('The backup', state)).trim();
  const log = (await kubectl('logs -n vexil job/backup-now --tail=3')).trim().split('\n').join(' / ');
  report.check('backup and verification by the job', seen.includes('Complete'), log);
  report.fact('backup, from the job to its end', secondsOf(performance.now() - startedAt));
}

function platformOf({ kubectl, nodeAddress }: Cluster): Platform {
  return {
    origins: [`http://${nodeAddress}:${entryPort}`],
    workers: 2,
    async readLogs() {
      const parts = [
        'get pods -A -o wide',
        'get events -n vexil --sort-by=.lastTimestamp | tail -20',
        'logs -n vexil -l app=vexil-server --tail=15',
        'logs -n vexil -l app=vexil-worker --tail=15',
      ];
      return (await Promise.all(parts.map((part) => kubectl(part).catch(String)))).join('\n');
    },
  };
}

const rolledOut = ({ kubectl }: Cluster, name: string) =>
  kubectl(`rollout status deployment/${name} -n vexil --timeout=240s`);

/** The manifests in a cluster of one node: applied, tried from other namespaces, played through and updated under load. */
export const kubernetesDrill: Drill = {
  name: 'kubernetes',
  summary:
    'the manifests applied to a cluster of one node, played through, updated and scaled under load (as root, with Go)',
  async run(lifecycle, report, options) {
    const programs = options.get('programs') ?? defaultFolder;
    checkSystem();
    if (findProgram('prometheus') === null)
      throw new Failure('This drill needs prometheus: apt-get install prometheus.');
    await openEngine(lifecycle);
    await buildPrograms(programs);
    await buildMetricsPrograms(programs);
    const cluster = await startCluster(programs, lifecycle);
    const { kubectl } = cluster;
    // The node ends its pods and their networks before it ends itself.
    lifecycle.onStop(async () => {
      await kubectl('delete namespace vexil vexil-instances ingress-nginx monitoring --timeout=90s').catch(() => '');
      await kubectl('delete pods --all --timeout=30s').catch(() => '');
    });
    report.fact('Kubernetes', (await kubectl('version')).replaceAll('\n', ' '));
    const stores = await openOutsideStores(lifecycle, cluster.hostAddress);
    const image = await provideClusterImages(cluster);
    const folder = prepareManifests(cluster, stores);
    for (const name of ['ingress-nginx', 'monitoring']) await kubectl(`create namespace ${name}`);

    const appliedAt = performance.now();
    await kubectl(`apply --kustomize ${folder}/instances`);
    await kubectl(`apply --kustomize ${folder}/base`);
    const platform = platformOf(cluster);
    await openEntry(cluster, image);
    await untilReady(platform);
    report.fact('ready', `${secondsOf(performance.now() - appliedAt)} after kubectl apply`);
    await checkPolicies(report, cluster, image);
    const game = await play(report, platform, 10);
    const database = stores.deployment.openDatabase();
    await playSharedInstances(report, game, database);
    const instances = await kubectl('get pods -n vexil-instances -l vexil.mode --no-headers -o name | wc -l');
    report.fact('pods of instances', instances.trim());
    await backUp(report, cluster);

    const load = startLoad(game);
    await load.untilAcknowledged(40);
    for (const name of ['vexil-server', 'vexil-worker']) {
      await observe(report, load, `rolling restart of ${name}`, async () => {
        await kubectl(`rollout restart deployment/${name} -n vexil`);
        await rolledOut(cluster, name);
      });
    }
    await observe(report, load, 'update that does not get ready, undone', async () => {
      await kubectl('set env deployment/vexil-server -n vexil DATABASE_URL=postgres://127.0.0.1:1/none');
      const failing = "get pods -n vexil -l app=vexil-server --no-headers | grep -E 'Error|CrashLoopBackOff'";
      await cluster.until('The failure of the new server', () => kubectl(failing));
      await kubectl('rollout undo deployment/vexil-server -n vexil');
      await rolledOut(cluster, 'vexil-server');
    });
    await provideMetrics(lifecycle, report, cluster);
    await observe(report, load, 'autoscale applied over the base', async () => {
      await kubectl(`apply --kustomize ${folder}/autoscale`);
      const replicas = () =>
        kubectl('get deployment -n vexil -o jsonpath={.items[*].status.readyReplicas} | grep "2 2"');
      await cluster.until('The autoscaler', replicas);
      await untilScaling(report, cluster);
    });
    const scaling = { cluster, database, game, load };
    await scaleWorkers(report, scaling);
    await scaleServers(report, scaling);
    await checkNothingLost(report, { database, game, load, ports: [] });
    checkNoErrors(report, load);
  },
};
