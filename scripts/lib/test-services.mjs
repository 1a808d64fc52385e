import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dockerAnswers } from './docker-api.mjs';
import { canRunDockerd, provideBusybox, startDockerd } from './dockerd.mjs';
import { describeFailure } from './failure.mjs';
import { labelDocker } from './labelled-docker.mjs';
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
 * Uses a running engine, else starts one. What the run starts on it is gone at the end.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {TestDirectory} place
 * @returns {Promise<{ environment: Record<string, string>, missing: string | null }>} `missing` says why there is none
 */
export async function startTestDocker(lifecycle, place) {
  const without = (/** @type {string} */ missing) => ({ environment: { TEST_DOCKER: '0' }, missing });
  let dockerHost = process.env.DOCKER_HOST;
  if (!(await dockerAnswers(dockerHost))) {
    if (!canRunDockerd()) return without('no Docker engine answers, and starting one takes root and dockerd');
    try {
      const dockerd = await step('Starting a Docker engine', () => startDockerd(place.service('docker')));
      lifecycle.onStop(dockerd.stop, dockerd.abandon);
      dockerHost = dockerd.host;
    } catch (error) {
      return without(describeFailure(error));
    }
  }
  if (!(await provideBusybox(dockerHost))) {
    return without('the image busybox:musl could not be made, which takes busybox-static');
  }
  // An engine of this run's own is emptied when it stops.
  if (dockerHost !== process.env.DOCKER_HOST) {
    return { environment: { DOCKER_HOST: dockerHost ?? '', TEST_DOCKER: '1' }, missing: null };
  }
  // A name of its own: tests of the runner start runs within a run.
  const label = `vexil.test-run-${randomUUID()}=1`;
  const labelled = await labelDocker({ dockerHost, socket: path.join(place.directory, 'docker.sock'), label });
  lifecycle.onStop(labelled.close);
  return { environment: { DOCKER_HOST: labelled.host, TEST_DOCKER: '1' }, missing: null };
}
