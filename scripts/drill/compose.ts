import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { buildImages } from '../demo/containers';
import { docker, missingForImages, provideImages } from '../images/base-image.mjs';
import { readCompose } from '../images/compose.mjs';
import { canRunDockerd, startDockerd } from '../lib/dockerd.mjs';
import { Failure } from '../lib/failure.mjs';
import { inRoot } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';
import { adminPassword, type Competition, createCompetition, submit, verdictOf } from './competition';
import type { Drill } from './drill';
import { createInstanceChallenge, startInstance } from './instance';
import { type Report, secondsOf } from './report';

const processes = 2;
const readyMs = 180_000;
const recordSeparator = String.fromCharCode(30);

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

interface Stack {
  compose(...words: string[]): Promise<string>;
  origins: string[];
}

async function openStack(directory: string, host: string): Promise<Stack> {
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
  const socket = `${host.slice('unix://'.length)}:/var/run/docker.sock`;
  writeFileSync(override, JSON.stringify({ services: { worker: { volumes: [socket] } } }));
  const { postgres, redis } = readCompose(settings);
  await provideImages({ postgres: postgres?.image, redis: redis?.image });
  for (const name of ['server', 'worker']) {
    const dockerfile = `docker/images/${name}.Dockerfile`;
    await docker('build', '--network', 'host', '--file', dockerfile, '--tag', `vexil-${name}`, '.');
  }
  const files = [inRoot('docker/compose.yml'), override].flatMap((one) => ['--file', one]);
  return {
    origins: [first, last].map((port) => `http://127.0.0.1:${port}`),
    async compose(...words) {
      const args = ['compose', '--env-file', file, ...files, ...words];
      const { code, output } = await runTool('docker', args, { cwd: inRoot('docker'), env: process.env });
      if (code !== 0) throw new Failure(`docker compose ${words[0]} failed.\n${tail(output, 30)}`);
      return output;
    },
  };
}

async function untilReady({ origins, compose }: Stack): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const states = await Promise.all(
      origins.map(async (origin) => {
        const reply = await fetch(`${origin}/readyz`).catch(() => null);
        return reply ? ((await reply.json()) as { status: string; workersLiving?: number }) : null;
      }),
    );
    if (states.every((state) => state?.status === 'ok' && state.workersLiving === processes)) {
      return performance.now() - startedAt;
    }
    if (performance.now() - startedAt > readyMs) {
      throw new Failure(
        `The stack does not get ready: ${JSON.stringify(states)}\n${await compose('logs', '--tail', '20')}`,
      );
    }
    await sleep(500);
  }
}

/** Targets of the messages that a player gets over the hub of the server at `origin` while `act` runs. */
async function listen(
  origin: string,
  { gameId, players }: Competition,
  act: () => Promise<void>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  const address = `${origin.replace('http', 'ws')}/hub/user?game=${gameId}`;
  const socket = new WebSocket(address, { headers: { cookie: players[0]?.as.cookie ?? '', origin } });
  socket.on('message', (data) => {
    for (const text of String(data).split(recordSeparator).filter(Boolean)) {
      const { target } = JSON.parse(text) as { target?: string };
      if (target !== undefined) seen.add(target);
    }
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(`{"protocol":"json","version":1}${recordSeparator}`);
  await sleep(500);
  await act();
  for (const until = Date.now() + 10_000; seen.size === 0 && Date.now() < until; ) await sleep(100);
  socket.close();
  return seen;
}

async function play(report: Report, { origins }: Stack): Promise<void> {
  let turn = 0;
  const alternating = () => origins[turn++ % origins.length] ?? '';
  const game = await createCompetition(alternating, { teams: 4, challenges: 4 });
  report.check('accounts, teams and a game over both servers in turn', true, `${turn} calls`);
  const [player] = game.players;
  const [task] = game.tasks;
  if (!player || !task) throw new Failure('There is no player.');
  for (const [at, origin] of origins.entries()) {
    const flag = at === 0 ? task.flag : 'flag{wrong}';
    let verdict = '';
    const seen = await listen(origin, game, async () => {
      const notice = { content: `Notice ${at}` };
      await game.admin.call('POST', `/api/edit/games/${game.gameId}/notices`, notice);
      verdict = await verdictOf(game, player, task, await submit(game, player, task, flag));
    });
    report.check(`verdict of a flag, round ${at + 1}`, verdict === (at === 0 ? 'Accepted' : 'WrongAnswer'), verdict);
    report.check(`live messages from server ${at + 1}`, seen.has('ReceivedGameNotice'), [...seen].join(', '));
  }
  const boards = await Promise.all(
    origins.map(async (origin) => (await fetch(`${origin}/api/game/${game.gameId}/scoreboard`)).text()),
  );
  report.check('both servers serve the same scoreboard', boards[0] === boards[1], `${boards[0]?.length} characters`);
  const { what, ms } = await startInstance(game, player, await createInstanceChallenge(game));
  report.check('an instance, started by one of the workers', what === 'started', `${what} in ${secondsOf(ms)}`);
}

/** The Compose file as it is, with two servers and two workers, on an engine of its own. */
export const composeDrill: Drill = {
  name: 'compose',
  summary:
    '`docker compose up --scale server=2 --scale worker=2`, played through (as root, with dockerd and Compose 2)',
  async run(lifecycle, report) {
    const missing = canRunDockerd() ? missingForImages() : 'it takes root and dockerd';
    if (missing) throw new Failure(`This drill cannot run here: ${missing}.`);
    if (spawnSync('docker', ['compose', 'version']).status !== 0) throw new Failure('This drill needs docker compose.');
    const place = openTestDirectory(lifecycle);
    const engine = await startDockerd(place.service('docker'));
    lifecycle.onStop(engine.stop);
    Object.assign(process.env, { DOCKER_HOST: engine.host, DOCKER_BUILDKIT: '0' });
    mkdirSync(place.directory, { recursive: true });
    await buildImages(engine.host);
    const stack = await openStack(place.directory, engine.host);
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
