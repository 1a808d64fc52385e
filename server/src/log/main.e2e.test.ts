import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logs } from '@vexil/db/schema/log';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { testSecretKey } from '@vexil/db/testing/game';
import { programWords } from '@vexil/db/testing/program';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the log of a whole process', () => {
  let database: TestDatabase;
  let directory: string;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    directory = await mkdtemp(join(tmpdir(), 'vexil-test-log-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([
    ['server', 'The server listens', 'The server stops'],
    ['workers', 'The worker takes jobs', 'The worker stops'],
  ] as const)(
    'of the %s has its first line and its last',
    async (folder, first, last) => {
      const child = spawn(process.execPath, programWords(`${folder}/main`), {
        cwd: root,
        stdio: 'ignore',
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          REDIS_URL: inject('redisUrl'),
          SECRET_KEY: testSecretKey,
          KEY_PREFIX: `test-log-${folder}:`,
          DATA_DIR: directory,
          PORT: '0',
          HOST: '127.0.0.1',
          CONTAINER_ENGINE: 'none',
          LOG_LEVEL: 'silent',
        },
      });
      const gone = once(child, 'exit');
      try {
        const messages = async () =>
          (await database.db.select().from(logs).orderBy(asc(logs.id))).map(({ message }) => message);
        await vi.waitFor(async () => expect((await messages()).join('\n')).toContain(first), 90_000);
        child.kill('SIGTERM');
        const [code] = await gone;
        expect(code).toBe(0);
        expect((await messages()).join('\n')).toContain(last);
      } finally {
        child.kill('SIGKILL');
      }
    },
    180_000,
  );
});
