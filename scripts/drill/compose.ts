import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { inRoot } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';
import { adminPassword } from './competition';
import type { Drill } from './drill';
import { buildPlatform, openEngine, type Platform, play, untilReady } from './played';
import { secondsOf } from './report';

const processes = 2;

/** Two ports, one after the other, as a range of Compose needs them. */
async function freeRange(): Promise<[number, number]> {
  for (;;) {
    const first = await freePort();
    const isFree = await fetch(`http://127.0.0.1:${first + 1}/`).then(
      () => false,
      () => true,
    );
    if (isFree) return [first, first + 1];
  }
}

async function openStack(
  directory: string,
  socket: string,
): Promise<Platform & { compose(...words: string[]): Promise<string> }> {
  const [first, last] = await freeRange();
  const settings = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    POSTGRES_PASSWORD: 'postgres',
    REDIS_PASSWORD: 'redis',
    ADMIN_PASSWORD: adminPassword,
    PORT: `127.0.0.1:${first}-${last}`,
    POSTGRES_PORT: String(await freePort()),
    REDIS_PORT: String(await freePort()),
    CONTAINER_PUBLIC_HOST: '127.0.0.1',
    METRICS_PORT: '9464',
    METRICS_HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
  };
  const file = path.join(directory, 'settings.env');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  // The engine of the drill has a socket of its own.
  const override = path.join(directory, 'socket.yml');
  const volumes = [`${socket}:/var/run/docker.sock`];
  writeFileSync(override, JSON.stringify({ services: { worker: { volumes } } }));
  const files = [inRoot('docker/compose.yml'), override].flatMap((one) => ['--file', one]);
  async function compose(...words: string[]): Promise<string> {
    const args = ['compose', '--env-file', file, ...files, ...words];
    const { code, output } = await runTool('docker', args, { cwd: inRoot('docker'), env: process.env });
    if (code !== 0) throw new Failure(`docker compose ${words[0]} failed.\n${tail(output, 30)}`);
    return output;
  }
  return {
    origins: [first, last].map((port) => `http://127.0.0.1:${port}`),
    workers: processes,
    readLogs: () => compose('logs', '--tail', '20'),
    compose,
  };
}

/** The Compose file as it is, with two servers and two workers, on an engine of its own. */
export const composeDrill: Drill = {
  name: 'compose',
  summary:
    '`docker compose up --scale server=2 --scale worker=2`, played through (as root, with dockerd and Compose 2)',
  async run(lifecycle, report) {
    if (spawnSync('docker', ['compose', 'version']).status !== 0) throw new Failure('This drill needs docker compose.');
    const { directory, socket } = await openEngine(lifecycle);
    mkdirSync(directory, { recursive: true });
    const stack = await openStack(directory, socket);
    await buildPlatform();
    const scale = ['--scale', `server=${processes}`, '--scale', `worker=${processes}`];
    const upAt = performance.now();
    await stack.compose('up', '--detach', '--no-build', ...scale);
    await untilReady(stack);
    report.fact('ready', `${secondsOf(performance.now() - upAt)} after docker compose up`);
    await play(report, stack);
    const listed = await stack.compose('ps', '--format', '{{.Service}} {{.State}}');
    const running = listed.split('\n').filter((line) => /^(server|worker) running$/.test(line)).length;
    report.check('two servers and two workers run', running === 2 * processes, listed.trim().split('\n').join(', '));
    const downAt = performance.now();
    await stack.compose('down', '--volumes');
    report.fact('down', secondsOf(performance.now() - downAt));
  },
};
