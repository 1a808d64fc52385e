import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import { findProgram } from '../lib/find-program.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';

/** Host and port of the metrics of each process. */
interface Targets {
  servers: readonly string[];
  workers: readonly string[];
}

const configOf = ({ servers, workers }: Targets): string => `
global: { scrape_interval: 5s, evaluation_interval: 5s }
rule_files: [${inRoot('docker/prometheus/vexil.rules.yml')}]
scrape_configs:
  - { job_name: vexil-server, static_configs: [{ targets: ${JSON.stringify(servers)} }] }
  - { job_name: vexil-worker, static_configs: [{ targets: ${JSON.stringify(workers)} }] }
`;

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<string[]>;
  /** @returns after how many milliseconds the alert fires, or no longer does */
  until(alert: string, isFiring: boolean, timeoutMs: number): Promise<number>;
  /** The value of a query with one result; null without one. */
  query(text: string): Promise<number | null>;
}

/** Prometheus with the alert rules of docker/prometheus over the given addresses of metrics. */
export async function startPrometheus(lifecycle: Lifecycle, directory: string, targets: Targets): Promise<Prometheus> {
  const program = findProgram('prometheus');
  if (program === null) throw new Failure('This drill needs prometheus: apt-get install prometheus.');
  const place = path.join(directory, 'prometheus');
  mkdirSync(place);
  const config = path.join(place, 'prometheus.yml');
  writeFileSync(config, configOf(targets));
  const port = await freePort();
  const words = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${place}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn(program, [...words, '--log.level=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  lifecycle.onStop(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const get = async (what: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${what}`);
    if (!reply.ok) throw new Failure(`Prometheus answers ${reply.status} to ${what}.`);
    return (await reply.json()) as { data: never };
  };
  for (const until = Date.now() + 30_000; ; await sleep(100)) {
    const reply = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.status === 200) break;
    if (Date.now() > until) throw new Failure('Prometheus does not get ready.');
  }
  async function firing(): Promise<string[]> {
    const { alerts } = (await get('/api/v1/alerts')).data as {
      alerts: { state: string; labels: { alertname: string } }[];
    };
    return [...new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))];
  }
  return {
    firing,
    async until(alert, isFiring, timeoutMs) {
      const startedAt = performance.now();
      while ((await firing()).includes(alert) !== isFiring) {
        if (performance.now() - startedAt > timeoutMs) {
          throw new Failure(`${alert} is ${isFiring ? 'not firing' : 'still firing'} after ${timeoutMs / 1000} s.`);
        }
        await sleep(500);
      }
      return performance.now() - startedAt;
    },
    async query(text) {
      const { result } = (await get(`/api/v1/query?query=${encodeURIComponent(text)}`)).data as {
        result: { value: [number, string] }[];
      };
      return result[0] ? Number(result[0].value[1]) : null;
    },
  };
}
