import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealing } from '@vexil/db/sealing';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import { createDockerEngine } from '@vexil/engine/docker';
import { dockerHost } from '@vexil/engine/testing';
import { startWorkerProcess } from '../../../workers/testing/process';
import { type ServerProcess, startServerProcess } from './server-process';

const withDocker = dockerHost !== undefined && process.env.TEST_DOCKER !== '0';

export interface Credentials {
  userName: string;
  password: string;
}

export interface Platform {
  /** Origin, without a slash at the end. */
  url: string;
  admin: Credentials;
  database: TestDatabase;
  /** What both processes were started with. */
  environment: Readonly<Record<string, string>>;
  /** All lines that server and worker wrote since they were started first. */
  logLines(): { server: string[]; worker: string[] };
  /** Lines the server wrote about errors since it was started first. */
  serverErrors(): string[];
  stopServer(): Promise<void>;
  /** Starts it again at the same address. */
  startServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends what a deployment left on the tests' engine; the worker names it after the key in the same way. */
async function removeContainers(secretKey: string): Promise<void> {
  if (!withDocker) return;
  const deployment = `vexil-${createSealing(secretKey).deriveKey('deployment').toString('hex').slice(0, 12)}`;
  const engine = createDockerEngine({ host: dockerHost, deployment });
  await engine.removeLeftovers(new Set());
  await engine.close();
}

/**
 * A whole platform of its own: database, Redis keys, files, a server with the built web client, and a worker.
 * `settings` go before what both processes would be started with.
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
    // Deployments on one engine differ in their key; with one of its own no other test's worker ends our containers.
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
  // Of two processes on one machine only one can have the port; the server's metrics are the ones that are read.
  const forWorker = { ...environment, METRICS_PORT: '' };
  const starting = startWorkerProcess(forWorker);
  await startServer().catch(async (error: unknown) => {
    // Nobody else would end it.
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
