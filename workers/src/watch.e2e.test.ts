// Prometheus scrapes a server and a worker; every query of the dashboards and the alert rules is run in it.

import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import type { Metric, Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type RunningPrometheus, startPrometheus } from '../testing/prometheus';
import { createTestWorker, type TestWorker } from '../testing/worker';
import { type ServedMetrics, serveWorkerMetrics } from './metrics';

const docker = fileURLToPath(new URL('../../docker/', import.meta.url));
const prometheus = ['/usr/bin/prometheus', '/usr/local/bin/prometheus'].find((file) => existsSync(file));
if (!prometheus) process.stderr.write('SKIPPED queries in Prometheus: it is missing (Debian: prometheus)\n');

interface Dashboard {
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const dashboards: Dashboard[] = ['game-day', 'platform'].map((name) =>
  JSON.parse(readFileSync(`${docker}grafana/dashboards/${name}.json`, 'utf8')),
);
const ofDashboards = dashboards.flatMap(({ title, panels }) =>
  panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ where: `${title}, ${panel.title}`, expr }))),
);
const rulesFile = `${docker}prometheus/vexil.rules.yml`;
const ofRules = [...readFileSync(rulesFile, 'utf8').matchAll(/- alert: (\w+)\n +expr: '(.*)'\n/g)].map(
  ([, alert = '', expr = '']) => ({ where: alert, expr: expr.replaceAll("''", "'") }),
);
/** Grafana puts the interval in. */
const queries = [...ofDashboards, ...ofRules].map(({ where, expr }) => ({
  where,
  expr: expr.replaceAll('$__rate_interval', '1m'),
}));

const words = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset']);
/** Labels and metrics that Prometheus makes. */
const prometheusLabels = ['job', 'instance', 'exported_job'];
const prometheusMetrics: Record<string, string[]> = { up: [], ALERTS: ['alertname', 'alertstate'] };

/** Names of metrics and labels in a query; strings, durations and functions are left out. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  const withoutStrings = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
  const groups = [...withoutStrings.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)];
  const selectors = [...withoutStrings.matchAll(/\{([^}]*)\}/g)];
  const labels = [
    ...groups.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
    ...selectors.flatMap(([, body = '']) => [...body.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, name = '']) => name)),
  ];
  const rest = withoutStrings.replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '').replace(/\{[^}]*\}/g, '');
  const metrics = [...rest.matchAll(/\b([a-zA-Z_]\w*)\b(?!\s*\()/g)].map(([, name = '']) => name);
  return { metrics: metrics.filter((name) => !words.has(name)), labels: labels.filter(Boolean) };
}

/** By the names under which they are scraped. */
function labelsByMetric(registries: readonly Registry[]): Map<string, Set<string>> {
  const known = new Map(Object.entries(prometheusMetrics).map(([name, labels]) => [name, new Set(labels)]));
  for (const metric of registries.flatMap((registry) => registry.getMetricsAsArray() as unknown as Metric[])) {
    const {
      name,
      labelNames,
      aggregator: _,
      ...rest
    } = metric as unknown as {
      name: string;
      labelNames: string[];
      aggregator: unknown;
      upperBounds?: number[];
    };
    const scraped = rest.upperBounds ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
    for (const one of scraped) {
      const labels = known.get(one) ?? new Set<string>();
      for (const label of [...labelNames, ...(rest.upperBounds ? ['le'] : [])]) labels.add(label);
      known.set(one, labels);
    }
  }
  return known;
}

describe('dashboards and alert rules', () => {
  let test: TestApp;
  let worker: TestWorker;
  let served: ServedMetrics;
  let started: RunningPrometheus | undefined;
  const running = () => {
    if (!started) throw new Error('Prometheus was not started.');
    return started;
  };
  beforeAll(async () => {
    test = await createTestApp({ metricsPort: 0, host: '127.0.0.1' });
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
    });
    const place = { metricsPort: 0, metricsHost: '127.0.0.1' };
    served = await serveWorkerMetrics(worker.deps.metrics, place, worker.deps.log);
    if (!prometheus) return;
    const portOf = (address: AddressInfo | string | null | undefined) => (address as AddressInfo).port;
    started = await startPrometheus(prometheus, rulesFile, {
      'vexil-server': portOf(test.app.metrics?.server.address()),
      'vexil-worker': portOf(served.server?.address()),
    });
  });
  afterAll(async () => {
    await started?.stop();
    await served.close();
    await worker.close();
    await test.close();
  });

  it('have queries', () => {
    expect(ofDashboards.length).toBeGreaterThan(30);
    expect(ofRules.length).toBeGreaterThan(20);
  });

  it('name metrics and labels that exist', () => {
    const registry = test.app.metrics?.registry;
    if (!registry) throw new Error('No metrics are served.');
    const known = labelsByMetric([registry, worker.deps.metrics.registry]);
    const wrong = queries.flatMap(({ where, expr }) => {
      const { metrics, labels } = namesIn(expr);
      expect(metrics, where).not.toEqual([]);
      const missing = metrics.filter((name) => !known.has(name));
      const labelled = new Set([...prometheusLabels, ...metrics.flatMap((name) => [...(known.get(name) ?? [])])]);
      return [...missing, ...labels.filter((label) => !labelled.has(label))].map((name) => `${where}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  describe.skipIf(!prometheus)('in a Prometheus that scrapes the platform (needs prometheus)', () => {
    it('runs every query without an error', async () => {
      const end = Date.now() / 1000;
      const range = { start: `${end - 60}`, end: `${end}`, step: '15' };
      for (const { where, expr } of queries) {
        const { status, error } = await running().ask('query_range', { query: expr, ...range });
        expect([where, status, error]).toEqual([where, 'success', undefined]);
      }
    });

    it('has values of queues, database, Redis and build', async () => {
      for (const metric of [
        'queue_jobs',
        'database_connections_max',
        'redis_memory_bytes',
        'build_info',
        'containers',
      ]) {
        const { data } = await running().ask('query', { query: metric });
        expect([metric, data.result.length > 0]).toEqual([metric, true]);
      }
    });

    it('evaluates every alert, with the one for missing workers pending or firing', async () => {
      const rules = async () => (await running().ask('rules')).data.groups.flatMap((group) => group.rules);
      await expect
        .poll(async () => (await rules()).find(({ name }) => name === 'VexilNoWorker')?.state)
        .toMatch(/pending|firing/);
      const found = await rules();
      expect(found).toHaveLength(ofRules.length);
      expect(found.filter(({ health }) => health !== 'ok')).toEqual([]);
    });
  });
});
