import { cpSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@vexil/db';
import { type ProductProcess, startProcess } from '../bench/harness/processes';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { root } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { startRedis } from '../lib/redis.mjs';
import { step } from '../lib/terminal.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';
import { adminPassword } from './competition';

/** Starts again when it ends. */
interface Store {
  directory: string;
  /** Of the process that runs now. */
  pid(): number;
}

export interface DeploymentOptions {
  environment?: NodeJS.ProcessEnv;
}

export interface StartOptions {
  folder?: string;
  environment?: NodeJS.ProcessEnv;
  /** Words before the program, such as those that enter a network namespace. */
  prefix?: readonly string[];
}

export interface Deployment {
  directory: string;
  redis: Store;
  environment: NodeJS.ProcessEnv;
  databaseUrl: string;
  redisUrl: string;
  /** Server and worker of another checkout may run beside those of this one. */
  startServer(options?: StartOptions & { port?: number }): Promise<ProductProcess>;
  startWorker(options?: StartOptions): Promise<ProductProcess>;
  openDatabase(): Database;
}

/** Settings of the processes, whatever the shell of this command has set. */
const settingsOf = (
  directory: string,
  { databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string },
): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  DATA_DIR: path.join(directory, 'data'),
  SECRET_KEY: 'key-of-the-drills-and-of-nothing-else',
  ADMIN_PASSWORD: adminPassword,
  CONTAINER_ENGINE: 'none',
  RATE_LIMIT: 'off',
  HOST: '127.0.0.1',
});

/** Logs of the last drill. */
const keptLogs = path.join(tmpdir(), 'vexil-drill-logs');

function keepLogs(directory: string): void {
  const logs = path.join(directory, 'logs');
  rmSync(keptLogs, { recursive: true, force: true });
  if (existsSync(logs)) cpSync(logs, keptLogs, { recursive: true });
}

/** As `npm start` runs them, with all durability. */
async function startStores(lifecycle: Lifecycle, place: ReturnType<typeof openTestDirectory>) {
  const postgresAt = place.service('postgres');
  const postgres = await step('Starting PostgreSQL', () => startPostgres({ ...postgresAt, password: 'drill' }));
  lifecycle.onStop(postgres.stop, postgres.abandon);
  const redisAt = place.service('redis');
  const redis = await step('Starting Redis', () => startRedis({ ...redisAt, dockerHost: undefined }));
  lifecycle.onStop(redis.stop, redis.abandon);
  return {
    databaseUrl: postgres.url('postgres', 'postgres'),
    redisUrl: redis.url,
    redis: { directory: redisAt.directory, pid: () => redis.current?.().pid ?? 0 },
  };
}

/** PostgreSQL and Redis of their own in a temporary directory, which is gone at the end. */
export async function openDeployment(
  lifecycle: Lifecycle,
  { environment: further = {} }: DeploymentOptions = {},
): Promise<Deployment> {
  const place = openTestDirectory(lifecycle);
  lifecycle.onStop(async () => keepLogs(place.directory));
  const { databaseUrl, redisUrl, redis } = await startStores(lifecycle, place);
  const environment = { ...settingsOf(place.directory, { databaseUrl, redisUrl }), ...further };
  let started = 0;
  async function start(kind: 'server' | 'worker', port: number | undefined, options: StartOptions) {
    const { folder = root, environment: own = {}, prefix = [] } = options;
    started += 1;
    const one = await startProcess({
      kind,
      name: `${kind}-${started}`,
      dataDir: place.directory,
      root: folder,
      environment: { ...environment, ...own },
      prefix,
      ...(port === undefined ? {} : { port }),
    });
    lifecycle.onStop(one.stop);
    return one;
  }
  return {
    directory: place.directory,
    redis,
    environment,
    databaseUrl,
    redisUrl,
    startServer: async ({ port, ...options } = {}) => start('server', port ?? (await freePort()), options),
    startWorker: (options = {}) => start('worker', undefined, options),
    openDatabase() {
      const database = openDatabase(databaseUrl, { connectionsMax: 2, applicationName: 'vexil-drill' });
      lifecycle.onStop(database.close);
      return database;
    },
  };
}
