// Autoscalers and what they read. metrics-server, Prometheus and prometheus-adapter run as processes of the node, in the
// place of deployments, and the API passes requests on to them through services with an address of the node. Debian's
// Prometheus cannot list pods, so it reads them from a file with the labels that its discovery would give.

import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { lockClasses } from '@vexil/db/schema/locks';
import type { Cluster } from '../kubernetes/cluster';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { readDocuments } from '../manifests/yaml';
import type { Competition } from './competition';
import type { Load } from './load';
import { type Report, secondsOf } from './report';
import { observe } from './scene';

const namespace = 'monitoring';
const ports = { prometheus: 9090, 'metrics-server': 4443, 'prometheus-adapter': 6444 };

const prometheusOf = ({ nodeAddress }: Cluster) => `http://${nodeAddress}:${ports.prometheus}`;

interface Pod {
  metadata: { name: string; namespace: string; labels?: Record<string, string> };
  spec: { containers: { ports?: { name?: string; containerPort: number }[] }[] };
  status: { phase: string; podIP?: string };
}

/** Every port of every pod, as `kubernetes_sd_configs` finds them. */
async function listTargets({ kubectl }: Cluster): Promise<object[]> {
  const { items } = JSON.parse(await kubectl('get pods -n vexil -o json')) as { items: Pod[] };
  return items.flatMap(({ metadata, spec, status }) =>
    spec.containers.flatMap(({ ports: open = [] }) =>
      open.map(({ name = '', containerPort }) => ({
        targets: status.podIP === undefined ? [] : [`${status.podIP}:${containerPort}`],
        labels: {
          __meta_kubernetes_namespace: metadata.namespace,
          __meta_kubernetes_pod_name: metadata.name,
          __meta_kubernetes_pod_label_app: metadata.labels?.app ?? '',
          __meta_kubernetes_pod_phase: status.phase,
          __meta_kubernetes_pod_container_port_name: name,
        },
      })),
    ),
  );
}

async function startPrometheus(lifecycle: Lifecycle, cluster: Cluster): Promise<void> {
  const { at, start, nodeAddress } = cluster;
  const file = at('targets.json');
  let isStopped = false;
  const discover = async () => {
    writeFileSync(`${file}.new`, JSON.stringify(await listTargets(cluster)));
    renameSync(`${file}.new`, file);
  };
  await discover();
  const discovering = (async () => {
    // While the API does not answer, the last list stays.
    for (; !isStopped; await sleep(2_000)) await discover().catch(() => undefined);
  })();
  lifecycle.onStop(() => {
    isStopped = true;
    return discovering;
  });
  const [scrape] = readDocuments<{ scrape_configs: [Record<string, unknown>] }>(
    'docker/kubernetes/autoscale/scrape.yaml',
  );
  if (!scrape) throw new Failure('There is no job for Prometheus.');
  const { kubernetes_sd_configs: _discovery, ...job } = scrape.scrape_configs[0];
  const config = {
    rule_files: [inRoot('docker/prometheus/vexil.rules.yml')],
    scrape_configs: [{ ...job, file_sd_configs: [{ files: [file] }] }],
  };
  writeFileSync(at('prometheus.yml'), JSON.stringify(config));
  start('prometheus', [
    `--config.file=${at('prometheus.yml')}`,
    `--storage.tsdb.path=${at('prometheus')}`,
    `--web.listen-address=${nodeAddress}:${ports.prometheus}`,
  ]);
}

/** A service of the node's address, and the API that answers there. */
function apiOf(name: 'metrics-server' | 'prometheus-adapter', address: string, groups: readonly string[]): object[] {
  const metadata = { name, namespace };
  const port = ports[name];
  return [
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 443, targetPort: port }] } },
    { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses: [{ ip: address }], ports: [{ port }] }] },
    ...groups.map((group) => ({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${group}` },
      spec: {
        group,
        version: 'v1beta1',
        service: metadata,
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    })),
  ];
}

function startMetricsApis(cluster: Cluster): object[] {
  const { at, admin, start, nodeAddress } = cluster;
  const wordsOf = (name: 'metrics-server' | 'prometheus-adapter') => [
    `--secure-port=${ports[name]}`,
    `--cert-dir=${at(name)}`,
    `--authentication-kubeconfig=${admin}`,
    `--authorization-kubeconfig=${admin}`,
  ];
  start('metrics-server', [
    ...wordsOf('metrics-server'),
    `--kubeconfig=${admin}`,
    '--kubelet-insecure-tls',
    '--kubelet-preferred-address-types=InternalIP',
    '--metric-resolution=15s',
  ]);
  // As the Helm chart renders its values.
  const [values] = readDocuments<{ rules: { custom: object[]; external: object[] } }>(
    'docker/kubernetes/autoscale/adapter-rules.yaml',
  );
  writeFileSync(
    at('adapter.json'),
    JSON.stringify({ rules: values?.rules.custom, externalRules: values?.rules.external }),
  );
  start('prometheus-adapter', [
    ...wordsOf('prometheus-adapter'),
    `--lister-kubeconfig=${admin}`,
    `--prometheus-url=${prometheusOf(cluster)}`,
    `--config=${at('adapter.json')}`,
    '--metrics-relist-interval=1m',
  ]);
  return [
    ...apiOf('metrics-server', nodeAddress, ['metrics.k8s.io']),
    ...apiOf('prometheus-adapter', nodeAddress, ['custom.metrics.k8s.io', 'external.metrics.k8s.io']),
  ];
}

async function query(cluster: Cluster, text: string): Promise<{ metric: Record<string, string>; value: number }[]> {
  const reply = await fetch(`${prometheusOf(cluster)}/api/v1/query?query=${encodeURIComponent(text)}`);
  const { data } = (await reply.json()) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
}

/** Prometheus first, because the adapter lists once a minute which series there are. */
export async function provideMetrics(lifecycle: Lifecycle, report: Report, cluster: Cluster): Promise<void> {
  const { at, kubectl, until } = cluster;
  const startedAt = performance.now();
  await startPrometheus(lifecycle, cluster);
  await until('Prometheus', async () => {
    const up = await query(cluster, 'sum by (job) (up == 1)');
    if (up.length < 2 || up.some(({ value }) => value < 2)) throw new Error(JSON.stringify(up));
    return '';
  });
  const items = startMetricsApis(cluster);
  writeFileSync(at('metrics.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  await kubectl(`apply -f ${at('metrics.json')}`);
  const paths = [
    'external.metrics.k8s.io/v1beta1/namespaces/vexil/vexil_jobs_waiting',
    'external.metrics.k8s.io/v1beta1/namespaces/vexil/vexil_judging_delay_seconds',
    'custom.metrics.k8s.io/v1beta1/namespaces/vexil/pods/*/nodejs_eventloop_lag_mean_seconds',
    'metrics.k8s.io/v1beta1/namespaces/vexil/pods',
  ];
  for (const path of paths) await until(path, () => kubectl(`get --raw '/apis/${path}' | grep timestamp`));
  report.fact('metrics of the autoscalers', `served ${secondsOf(performance.now() - startedAt)} after their start`);
}

interface Autoscaler {
  metadata: { name: string };
  spec: { minReplicas: number; metrics: object[] };
  status: {
    currentReplicas: number;
    desiredReplicas: number;
    currentMetrics?: { type: string }[];
    conditions?: { type: string; status: string; reason: string; message: string }[];
  };
}

async function listAutoscalers({ kubectl }: Cluster): Promise<Autoscaler[]> {
  const { items } = JSON.parse(await kubectl('get hpa -n vexil -o json')) as { items: Autoscaler[] };
  return items;
}

/** Waits until each autoscaler has a value for each of its metrics, those of servers too, whose load stays below the target. */
export async function untilScaling(report: Report, cluster: Cluster): Promise<void> {
  await cluster.until('The autoscalers', async () => {
    const all = await listAutoscalers(cluster);
    const isActive = ({ spec, status }: Autoscaler) =>
      status.conditions?.some(({ type, status: is }) => type === 'ScalingActive' && is === 'True') &&
      status.currentMetrics?.filter(({ type }) => type !== '').length === spec.metrics.length;
    if (all.length !== 2 || !all.every(isActive)) throw new Error(JSON.stringify(all.map(({ status }) => status)));
    return '';
  });
  const values = await cluster.kubectl('get hpa -n vexil --no-headers');
  report.fact('values of the autoscalers', values.trim().split('\n').join(' / ').replace(/\s+/g, ' '));
}

const readyReplicas = async ({ kubectl }: Cluster, name: string): Promise<number> =>
  Number(await kubectl(`get deployment ${name} -n vexil -o jsonpath={.status.readyReplicas}`));

/** @returns after how many milliseconds more pods than the least are asked for, and are ready; null for neither in time */
async function untilScaledUp(cluster: Cluster, name: string, timeoutMs: number) {
  const startedAt = performance.now();
  let askedMs: number | null = null;
  while (performance.now() - startedAt < timeoutMs) {
    const found = (await listAutoscalers(cluster)).find(({ metadata }) => metadata.name === name);
    const least = found?.spec.minReplicas ?? 0;
    if ((found?.status.desiredReplicas ?? 0) > least) askedMs ??= performance.now() - startedAt;
    const ready = await readyReplicas(cluster, name);
    if (askedMs !== null && ready > least) return { askedMs, readyMs: performance.now() - startedAt, ready };
    await sleep(500);
  }
  return null;
}

async function checkScaledUp(report: Report, cluster: Cluster, name: string, timeoutMs: number): Promise<void> {
  const seen = await untilScaledUp(cluster, name, timeoutMs);
  const detail = seen
    ? `asked for after ${secondsOf(seen.askedMs)}, ${seen.ready} are ready after ${secondsOf(seen.readyMs)}`
    : JSON.stringify((await listAutoscalers(cluster)).map(({ status }) => status));
  report.check(`more pods of ${name}`, seen !== null, detail);
}

/** Wrong submissions once more, stored as a server does it. */
async function storeBacklog({ sql }: Database, gameId: number, batches: number): Promise<number> {
  let stored = 0;
  for (let count = 0; count < batches; count += 1) {
    const { count: more } = await sql`
      with arriving as materialized (
        select count(pg_advisory_xact_lock_shared(${lockClasses.submissionArrival}::int, c.id))
        from (select id from challenges where game_id = ${gameId} order by id) c
      ), wrong as materialized (
        select * from submissions where game_id = ${gameId} and status = 'WrongAnswer' order by id limit 50
      )
      insert into submissions
        (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, submitted_at)
      select w.game_id, w.challenge_id, w.participation_id, w.account_id, w.answer_hash, w.answer_sealed, now()
      from arriving cross join wrong w cross join generate_series(1, 100)`;
    stored += more;
  }
  return stored;
}

interface Scaling {
  cluster: Cluster;
  database: Database;
  game: Competition;
  load: Load;
}

/** More submissions than the workers judge in the time that an autoscaler takes. */
export async function scaleWorkers(report: Report, { cluster, database, game, load }: Scaling): Promise<void> {
  await observe(report, load, 'backlog of submissions', async () => {
    const startedAt = performance.now();
    const stored = storeBacklog(database, game.gameId, 40);
    await checkScaledUp(report, cluster, 'vexil-worker', 180_000);
    report.fact('submissions added', `${await stored} in ${secondsOf(performance.now() - startedAt)}`);
  });
}

/** The load of the drill keeps event loops far below the target, so the target is lowered to what an idle server shows. */
export async function scaleServers(report: Report, { cluster, load }: Scaling): Promise<void> {
  await observe(report, load, 'servers with a target of 5 ms', async () => {
    const patch = [{ op: 'replace', path: '/spec/metrics/0/pods/target/averageValue', value: '5m' }];
    await cluster.kubectl(`patch hpa vexil-server -n vexil --type=json -p '${JSON.stringify(patch)}'`);
    await checkScaledUp(report, cluster, 'vexil-server', 180_000);
  });
}
