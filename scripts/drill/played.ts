// A platform in containers, played through from outside.

import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { buildImages } from '../demo/containers';
import { docker, missingForImages, provideImages } from '../images/base-image.mjs';
import { readCompose } from '../images/compose.mjs';
import { canRunDockerd, startDockerd } from '../lib/dockerd.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';
import { type Competition, createCompetition, submit, verdictOf } from './competition';
import { createInstanceChallenge, startInstance } from './instance';
import { type Report, secondsOf } from './report';

const readyMs = 240_000;
const recordSeparator = String.fromCharCode(30);

export interface DrillEngine {
  directory: string;
  socket: string;
  /** For `DOCKER_HOST`. */
  host: string;
}

/**
 * An engine of the drill's own, with the images of the example challenges.
 * @param prefix words before the program
 * Throws Failure where it cannot run.
 */
export async function openEngine(lifecycle: Lifecycle, prefix: readonly string[] = []): Promise<DrillEngine> {
  const missing = canRunDockerd() ? missingForImages() : 'it takes root and dockerd';
  if (missing) throw new Failure(`This drill cannot run here: ${missing}.`);
  const place = openTestDirectory(lifecycle);
  const engine = await startDockerd({ ...place.service('docker'), prefix });
  lifecycle.onStop(engine.stop);
  Object.assign(process.env, { DOCKER_HOST: engine.host, DOCKER_BUILDKIT: '0' });
  await buildImages(engine.host);
  return { directory: place.directory, socket: engine.host.slice('unix://'.length), host: engine.host };
}

/** The images `vexil-server` and `vexil-worker`, and those of the stores as the Compose file names them. */
export async function buildPlatform(): Promise<void> {
  const required = ['SECRET_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'ADMIN_PASSWORD'];
  const { postgres, redis } = readCompose(Object.fromEntries(required.map((name) => [name, 'any'])));
  await provideImages({ postgres: postgres?.image, redis: redis?.image });
  for (const name of ['server', 'worker']) {
    const dockerfile = `docker/images/${name}.Dockerfile`;
    await docker('build', '--network', 'host', '--file', dockerfile, '--tag', `vexil-${name}`, '.');
  }
}

export interface Platform {
  /** Each answers for one server or for all. */
  origins: readonly string[];
  workers: number;
  /** What the processes wrote last, for the report of a failure. */
  readLogs(): Promise<string>;
}

/** @returns after how many milliseconds every origin was ready and the workers lived. Throws Failure. */
export async function untilReady({ origins, workers, readLogs }: Platform): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const states = await Promise.all(
      origins.map(async (origin) => {
        const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
        return reply?.json().catch(() => null) as Promise<{ status: string; workersLiving?: number } | null>;
      }),
    );
    if (states.every((state) => state?.status === 'ok' && state.workersLiving === workers)) {
      return performance.now() - startedAt;
    }
    if (performance.now() - startedAt > readyMs) {
      throw new Failure(`The platform does not get ready: ${JSON.stringify(states)}\n${await readLogs()}`);
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

/** Accounts, teams, a game, a right and a wrong flag, live messages, the board and an instance, as checks. */
export async function play(report: Report, { origins }: Platform, teams = 4): Promise<Competition> {
  let turn = 0;
  const alternating = () => origins[turn++ % origins.length] ?? '';
  const game = await createCompetition(alternating, { teams, challenges: 4 });
  report.check('accounts, teams and a game', true, `${turn} calls`);
  const [player] = game.players;
  const [task] = game.tasks;
  if (!player || !task) throw new Failure('There is no player.');
  for (const at of [0, 1]) {
    const origin = origins[at % origins.length] ?? '';
    const flag = at === 0 ? task.flag : 'flag{wrong}';
    let verdict = '';
    const seen = await listen(origin, game, async () => {
      const notice = { content: `Notice ${at}` };
      await game.admin.call('POST', `/api/edit/games/${game.gameId}/notices`, notice);
      verdict = await verdictOf(game, player, task, await submit(game, player, task, flag));
    });
    report.check(`verdict of a flag, round ${at + 1}`, verdict === (at === 0 ? 'Accepted' : 'WrongAnswer'), verdict);
    report.check(`live messages, round ${at + 1}`, seen.has('ReceivedGameNotice'), [...seen].join(', '));
  }
  const boards = await Promise.all(
    [0, 1].map(async (at) => {
      const origin = origins[at % origins.length] ?? '';
      return (await fetch(`${origin}/api/game/${game.gameId}/scoreboard`)).text();
    }),
  );
  report.check('the same scoreboard twice', boards[0] === boards[1], `${boards[0]?.length} characters`);
  const { what, ms } = await startInstance(game, player, await createInstanceChallenge(game));
  report.check('an instance, started by one of the workers', what === 'started', `${what} in ${secondsOf(ms)}`);
  return game;
}
