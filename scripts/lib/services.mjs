/** Prepares an exclusive data directory, packages, builds, PostgreSQL and Redis. */
import { rmSync } from 'node:fs';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import { buildProcesses } from './build.mjs';
import { exists, keepSecret, openDataDir } from './data-dir.mjs';
import { dockerAnswers } from './docker-api.mjs';
import { Failure } from './failure.mjs';
import { installPackages } from './install.mjs';
import { stopLeftovers } from './leftovers.mjs';
import { openLogFile } from './log-file.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './paths.mjs';
import { requirePort } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { rememberStores } from './running.mjs';
import { checkSettings, dataDirectory, given, openSecretFiles } from './settings.mjs';
import { say, step } from './terminal.mjs';

/**
 * Names the setting and never the password in it.
 * @param {string} variable @param {string} url @param {number} defaultPort
 */
async function requireAnswer(variable, url, defaultPort) {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  await new Promise((resolve, reject) => {
    const refuse = () =>
      reject(new Failure(`Nothing answers at ${hostname}:${port || defaultPort}, where ${variable} points.`));
    const socket = net.connect({ host, port: Number(port || defaultPort), timeout: 5000 });
    socket.on('connect', () => resolve(socket.destroy()));
    socket.on('timeout', () => socket.destroy(new Error('timeout')));
    socket.on('error', refuse);
  });
}

/** @param {string} url */
export async function migrate(url) {
  const { migrateDatabase } = await import(pathToFileURL(inRoot('dist/db/migrate.mjs')).href);
  try {
    await migrateDatabase(url);
  } catch (cause) {
    throw new Failure(
      `The database could not be brought up to date: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}

/**
 * The given key, else the one kept in the data directory, made when missing.
 * @param {import('./data-dir.mjs').DataDir} data @param {NodeJS.ProcessEnv} environment @param {string} databaseUrl
 * @throws {Failure} when the database was written with another key
 */
async function chooseSecretKey(data, environment, databaseUrl) {
  /** @type {typeof import('../../db/src/secret-key')} */
  const { checkSecretKey, WrongSecretKeyError } = await import(pathToFileURL(inRoot('dist/db/secret-key.mjs')).href);
  const file = data.file('secrets', 'key');
  const wasKept = exists(file);
  const key = given(environment, 'SECRET_KEY') ?? keepSecret(file);
  try {
    await checkSecretKey(databaseUrl, key);
  } catch (error) {
    // A key generated now would hide the right one later.
    if (!wasKept) rmSync(file, { force: true });
    throw error instanceof WrongSecretKeyError ? new Failure(error.message) : error;
  }
  return key;
}

/**
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {import('./data-dir.mjs').DataDir} data
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ databaseUrl: string, redisUrl: string, verifyDatabaseUrl: string | null }>} the last with a role
 *   that may create databases, where this PostgreSQL is ours
 */
export async function startStores(lifecycle, data, environment) {
  const options = (/** @type {string} */ name) => {
    const log = openLogFile(data.file('logs'), name);
    return { directory: data.file(name), run: data.run, onLine: (/** @type {string} */ line) => log.write(line) };
  };
  let databaseUrl = given(environment, 'DATABASE_URL');
  let redisUrl = given(environment, 'REDIS_URL');
  let verifyDatabaseUrl = null;
  if (databaseUrl) await requireAnswer('DATABASE_URL', databaseUrl, 5432);
  if (redisUrl) await requireAnswer('REDIS_URL', redisUrl, 6379);
  if (!databaseUrl) {
    const password = keepSecret(data.file('secrets', 'database-password'));
    const postgres = await step('Starting PostgreSQL', () => startPostgres({ ...options('postgres'), password }));
    lifecycle.onStop(postgres.stop, postgres.abandon);
    databaseUrl = postgres.url('vexil', 'vexil');
    verifyDatabaseUrl = postgres.url('postgres', 'postgres');
  }
  if (!redisUrl) {
    const redis = await step('Starting Redis', () =>
      startRedis({ ...options('redis'), dockerHost: environment.DOCKER_HOST }),
    );
    lifecycle.onStop(redis.stop, redis.abandon);
    redisUrl = redis.url;
  }
  return { databaseUrl, redisUrl, verifyDatabaseUrl };
}

/**
 * Engines that the operator names stay as they are; only an absent name is filled in.
 * @param {NodeJS.ProcessEnv} environment @param {import('@vexil/runtime/config').Config['containerEngine']} wanted
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function chooseEngine(environment, wanted) {
  const isNamed = given(environment, 'CONTAINER_ENGINE') ?? given(environment, 'CONTAINER_ENGINES');
  if (isNamed && given(environment, 'CONTAINER_ENGINE') !== 'docker') return {};
  const host = given(environment, 'DOCKER_HOST');
  if (await dockerAnswers(host ?? undefined)) return { CONTAINER_ENGINE: 'docker' };
  if (wanted === 'auto' && host === null) {
    say('No Docker engine answers, so challenges with containers cannot be started. The rest works.');
    return { CONTAINER_ENGINE: 'none' };
  }
  say(
    `No Docker engine answers${host ? ' where DOCKER_HOST points' : ''}, so containers wait until one does. The rest works.`,
  );
  return { CONTAINER_ENGINE: 'docker' };
}

/**
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle
 * @param {{ environment: NodeJS.ProcessEnv, dataDir: string, build: () => Promise<void> }} options
 *   `dataDir` when DATA_DIR is absent, `build` what else to build before anything runs
 * @returns {Promise<{ config: import('@vexil/runtime/config').Config, data: import('./data-dir.mjs').DataDir, environment: NodeJS.ProcessEnv, verifyDatabaseUrl: string | null }>}
 *   the settings, the environment for the processes with nothing left open, and where backups may be verified
 */
export async function startServices(lifecycle, { environment: outer, dataDir, build }) {
  requireNode();
  const data = openDataDir(dataDirectory(outer, dataDir));
  lifecycle.onStop(async () => data.release());
  await stopLeftovers(data.run, ['server', 'worker', 'backup', 'redis', 'postgres']);
  // Before an installation of minutes; an invalid port is reported with the other settings.
  const port = given(outer, 'PORT') ?? '8080';
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536)
    await requirePort(Number(port), given(outer, 'HOST') ?? '0.0.0.0');
  await installPackages();
  await buildProcesses();
  const environment = await openSecretFiles(outer);
  const config = await checkSettings({ ...environment, DATA_DIR: data.directory });
  const chosenPort = await requirePort(config.port, config.host);
  if (config.metricsPort) await requirePort(config.metricsPort, config.metricsHost, 'METRICS_PORT');
  await build();

  const stores = await startStores(lifecycle, data, environment);
  const { databaseUrl, redisUrl, verifyDatabaseUrl } = stores;
  rememberStores(lifecycle, data, stores);
  await step('Preparing the database', () => migrate(databaseUrl));
  return {
    config: { ...config, port: chosenPort },
    data,
    verifyDatabaseUrl: given(environment, 'VERIFY_DATABASE_URL') ?? verifyDatabaseUrl,
    environment: {
      ...environment,
      PORT: String(chosenPort),
      DATA_DIR: data.directory,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SECRET_KEY: await chooseSecretKey(data, environment, databaseUrl),
      ...(await chooseEngine(environment, config.containerEngine)),
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startServices>>} Services */
