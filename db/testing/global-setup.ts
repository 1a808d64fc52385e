import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Provides one PostgreSQL and one Redis for a whole run: those of TEST_DATABASE_URL and TEST_REDIS_URL, else new ones.
 * @returns stops the services this call has started
 */
export async function provideServices(
  project: TestProject,
  startPostgres: () => Promise<Service>,
): Promise<() => Promise<void>> {
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
