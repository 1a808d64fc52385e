import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@vexil/db/testing/free-port';
import { vi } from 'vitest';

interface RuleGroup {
  rules: { name: string; health: string; state: string }[];
}

interface Answer {
  status: string;
  error?: string;
  data: { result: unknown[]; groups: RuleGroup[] };
}

export interface RunningPrometheus {
  /** A call of its HTTP API. */
  ask(call: string, parameters?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Resolves when each target, a port of this machine by the name of its job, has been scraped. */
export async function startPrometheus(
  program: string,
  rulesFile: string,
  targets: Readonly<Record<string, number>>,
): Promise<RunningPrometheus> {
  const directory = await mkdtemp(path.join(tmpdir(), 'vexil-prometheus-'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: Object.entries(targets).map(([name, port]) => ({
      job_name: name,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  };
  const file = path.join(directory, 'prometheus.yml');
  await writeFile(file, JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${directory}/data`, `--web.listen-address=${address}`];
  const child = spawn(program, [...options, '--log.level=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  const ask: RunningPrometheus['ask'] = async (call, parameters = {}) => {
    const reply = await fetch(`http://${address}/api/v1/${call}?${new URLSearchParams(parameters)}`);
    return (await reply.json()) as Answer;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  const isScraped = async () =>
    (await ask('query', { query: 'up == 1' })).data.result.length === Object.keys(targets).length;
  try {
    await vi.waitUntil(() => isScraped().catch(() => false), { timeout: 120_000, interval: 200 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ask, stop };
}
