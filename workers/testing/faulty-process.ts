import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testSecretKey } from '@vexil/db/testing/game';
import type { TestApp } from '@vexil/server/testing/app';

const entry = fileURLToPath(new URL('./faulty-worker.ts', import.meta.url));

export interface FaultyProcess {
  /** Settles when the process is gone. */
  exited: Promise<unknown>;
  kill(): Promise<void>;
}

/** Starts a worker for the app's database and Redis; resolves when it takes jobs. See faulty-worker.ts. */
export async function startFaultyWorker(test: TestApp, dieAt?: 'begin' | 'batch' | 'publish'): Promise<FaultyProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    env: {
      ...process.env,
      DATABASE_URL: test.database.url,
      REDIS_URL: test.deps.config.redisUrl,
      SECRET_KEY: testSecretKey,
      KEY_PREFIX: test.deps.keyPrefix,
      DATA_DIR: test.deps.config.dataDir,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...(dieAt ? { DIE_AT: dieAt } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited]);
  return {
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
