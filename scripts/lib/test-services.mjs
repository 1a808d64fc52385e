import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callDocker, dockerAnswers } from './docker-api.mjs';
import { canRunDockerd, provideBusybox, startDockerd } from './dockerd.mjs';
import { describeFailure } from './failure.mjs';
import { openLogFile } from './log-file.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { step } from './terminal.mjs';

/**
 * The directory is removed at the end.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle
 * @returns a directory that is gone at the end, and what services started in it need
 */
export function openTestDirectory(lifecycle) {
  const directory = mkdtempSync(path.join(tmpdir(), 'vexil-test-'));
  chmodSync(directory, 0o755);
  lifecycle.onStop(async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return {
    directory,
    /** @param {string} name */
    service(name) {
      const log = openLogFile(path.join(directory, 'logs'), name);
      return {
        directory: path.join(directory, name),
        run: path.join(directory, 'run'),
        onLine: (/** @type {string} */ line) => log.write(line),
      };
    },
  };
}

/** @typedef {ReturnType<typeof openTestDirectory>} TestDirectory */

/**
 * Without durability.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {TestDirectory} place
 */
export async function startTestStores(lifecycle, place) {
  const postgres = await step('Starting PostgreSQL', () =>
    startPostgres({ ...place.service('postgres'), password: 'test', testing: true }),
  );
  lifecycle.onStop(postgres.stop, postgres.abandon);
  const redis = await step('Starting Redis', () =>
    startRedis({ ...place.service('redis'), dockerHost: process.env.DOCKER_HOST, testing: true }),
  );
  lifecycle.onStop(redis.stop, redis.abandon);
  return { TEST_DATABASE_URL: postgres.url('postgres', 'postgres'), TEST_REDIS_URL: redis.url };
}

/**
 * Containers go as well, as they use the networks. The interfaces of networks stay when the engine stops, and the next
 * run could not use the same subnets.
 * @param {string} dockerHost
 */
async function removeNetworks(dockerHost) {
  const listed = await callDocker(dockerHost, 'GET', '/containers/json?all=true');
  const ids = JSON.parse(listed.text).map((/** @type {{ Id: string }} */ { Id }) => Id);
  await Promise.all(
    ids.map((/** @type {string} */ id) =>
      callDocker(dockerHost, 'DELETE', `/containers/${id}?force=true`, { timeoutMs: 60_000 }),
    ),
  );
  await callDocker(dockerHost, 'POST', '/networks/prune', { timeoutMs: 60_000 });
}

/**
 * Uses a running engine, else starts one.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {TestDirectory} place
 * @returns {Promise<{ environment: Record<string, string>, missing: string | null }>} `missing` says why there is none
 */
export async function startTestDocker(lifecycle, place) {
  const environment = /** @type {Record<string, string>} */ ({});
  const without = (/** @type {string} */ missing) => ({ environment: { TEST_DOCKER: '0' }, missing });
  if (!(await dockerAnswers(process.env.DOCKER_HOST))) {
    if (!canRunDockerd()) return without('no Docker engine answers, and starting one takes root and dockerd');
    try {
      const dockerd = await step('Starting a Docker engine', () => startDockerd(place.service('docker')));
      const stop = () => removeNetworks(dockerd.host).finally(dockerd.stop);
      lifecycle.onStop(stop, dockerd.abandon);
      environment.DOCKER_HOST = dockerd.host;
    } catch (error) {
      return without(describeFailure(error));
    }
  }
  if (!(await provideBusybox(environment.DOCKER_HOST ?? process.env.DOCKER_HOST))) {
    return without('the image busybox:musl could not be made, which takes busybox-static');
  }
  return { environment: { ...environment, TEST_DOCKER: '1' }, missing: null };
}
