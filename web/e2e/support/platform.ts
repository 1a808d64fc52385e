import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploymentOf } from '@vexil/db/sealing';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import { createDockerEngine } from '@vexil/engine/docker';
import { dockerHost } from '@vexil/engine/testing/docker';
import { startWorkerProcess } from '../../../workers/testing/process';
import { type ServerProcess, startServerProcess } from './server-process';

const withDocker = dockerHost !== undefined && process.env.TEST_DOCKER !== '0';

export interface Credentials {
  userName: string;
  password: string;
}

export interface Platform {
  /** Origin without a trailing slash. */
  url: string;
  admin: Credentials;
  database: TestDatabase;
  /** Environment of both processes. */
  environment: Readonly<Record<string, string>>;
  /** All log lines of server and worker. */
  logLines(): { server: string[]; worker: string[] };
  /** The server's error lines. */
  serverErrors(): string[];
  stopServer(): Promise<void>;
  /** Restarts it on the same port. */
  startServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Removes the deployment's containers; the name is derived from the key as in the worker. */
async function removeContainers(secretKey: string): Promise<void> {
  if (!withDocker) return;
  const deployment = deploymentOf(secretKey);
  const engine = createDockerEngine({ host: dockerHost, deployment });
  await engine.removeLeftovers(new Set());
  await engine.close();
}

/**
 * A complete platform: database, Redis keys, files, a server with the built web client, and a worker. `settings` override
 * the default environment.
 */
export async function startPlatform(
  services: { databaseUrl: string; redisUrl: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const [database, directory, port] = await Promise.all([
    createTestDatabase(services.databaseUrl, 1),
    mkdtemp(join(tmpdir(), 'vexil-browser-')),
    freePort(),
  ]);
  const admin = { userName: 'Admin', password: settings.ADMIN_PASSWORD ?? 'Passw0rd' };
  const environment = {
    LOG_LEVEL: 'info',
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    REDIS_URL: services.redisUrl,
    KEY_PREFIX: `browser-${randomBytes(4).toString('hex')}:`,
    // Deployments on one engine differ by key, so that workers of other tests do not remove our containers.
    SECRET_KEY: randomBytes(24).toString('hex'),
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
    CONTAINER_ENGINE: withDocker ? 'docker' : 'none',
    CONTAINER_PUBLIC_HOST: '127.0.0.1',
    ...(withDocker ? { DOCKER_HOST: dockerHost ?? '' } : {}),
    ...settings,
  };
  const servers: ServerProcess[] = [];
  const startServer = async () => {
    servers.push(await startServerProcess(environment));
  };
  const stopServer = async () => servers.at(-1)?.stop();
  // Only one process can use the port; the server's metrics are read.
  const forWorker = { ...environment, METRICS_PORT: '' };
  const starting = startWorkerProcess(forWorker);
  await startServer().catch(async (error: unknown) => {
    // Otherwise the process would keep running.
    await (await starting).stop();
    throw error;
  });
  const worker = await starting;
  return {
    url: `http://127.0.0.1:${port}`,
    admin,
    database,
    environment,
    logLines: () => ({ server: servers.flatMap(({ lines }) => lines), worker: worker.lines }),
    serverErrors: () => servers.flatMap(({ errors }) => errors),
    startServer,
    async stopServer() {
      await stopServer();
    },
    async stop() {
      await stopServer();
      await worker.stop();
      await removeContainers(environment.SECRET_KEY);
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
