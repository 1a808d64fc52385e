import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { canInstallPackages, installWithApt } from './apt.mjs';
import { EarlyExit, startUntilReady } from './child.mjs';
import { dockerAnswers } from './docker-api.mjs';
import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { freePort } from './ports.mjs';
import { startRedisContainer } from './redis-container.mjs';
import { runTool } from './run-tool.mjs';
import { supervise } from './supervise.mjs';
import { warn } from './terminal.mjs';

const noRedis = `Vexil needs Redis, and found none. One of these four will do:
  1. set REDIS_URL to a Redis of yours, such as redis://127.0.0.1:6379
  2. install valkey-server or redis-server, so that it is on the PATH
  3. start Docker, or set DOCKER_HOST, so that Redis can run in a container
  4. on Debian or Ubuntu, run this command as root: it installs redis-server`;

const findRedis = () => findProgram('valkey-server', 'redis-server');

/** @typedef {{ directory: string, run: string, onLine: (line: string) => void, testing?: boolean }} RedisOptions */

/** @param {string} command @param {number} port @param {string} password @param {RedisOptions} options */
async function startOnce(command, port, password, { directory, run, onLine, testing }) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Given as input, because every account can read the arguments of a process.
  const configuration = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(directory)}`,
    `appendonly ${testing ? 'no' : 'yes'}`,
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
    'logfile ""',
  ];
  return startUntilReady(/ready to accept connections/i, {
    name: 'redis',
    command,
    args: ['-'],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    input: `${configuration.join('\n')}\n`,
    run,
    onLine,
  });
}

/** @param {string} command @param {RedisOptions} options */
async function startChildRedis(command, options) {
  const password = randomBytes(24).toString('hex');
  let moved = false;
  for (let attempt = 0; ; attempt += 1) {
    const port = await freePort();
    try {
      const child = await startOnce(command, port, password, options);
      const supervised = supervise(child, () => startOnce(command, port, password, options));
      return { url: `redis://:${password}@127.0.0.1:${port}`, ...supervised };
    } catch (error) {
      if (!(error instanceof EarlyExit)) throw error;
      if (/Address already in use/i.test(error.message) && attempt < 3) continue;
      if (moved || !/AOF|append.?only|RDB|Bad file format/i.test(error.message)) {
        throw new Failure(`Redis does not start.\n${error.message}`);
      }
      // Redis holds no only copy, so a file that a power cut corrupted may be moved away.
      const aside = `${options.directory}.unreadable-${Date.now()}`;
      renameSync(options.directory, aside);
      warn(`The data of Redis could not be read and were moved to ${aside}. Nothing is lost by that.`);
      moved = true;
    }
  }
}

/**
 * The first Redis that is available, in the documented order.
 * @param {RedisOptions & { dockerHost: string | undefined }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void>, abandon?: () => void, current?: () => import('./child.mjs').Child }>}
 */
export async function startRedis({ dockerHost, ...options }) {
  const found = findRedis();
  if (found) return startChildRedis(found, options);
  if (await dockerAnswers(dockerHost)) return startRedisContainer(dockerHost, options.directory);
  if (!canInstallPackages()) throw new Failure(noRedis);
  await installWithApt(['redis-server']);
  // Otherwise the service would start with the machine, beside this child.
  const systemctl = findProgram('systemctl');
  if (systemctl) await runTool(systemctl, ['disable', 'redis-server']);
  const installed = findRedis();
  if (installed) return startChildRedis(installed, options);
  throw new Failure(noRedis);
}
