import path from 'node:path';
import { listReleases } from '@vexil/db/testing/releases';
import { provideCheckout } from '../drill/checkout';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { startRedis } from '../lib/redis.mjs';
import { runTool } from '../lib/run-tool.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';

export interface OldTests {
  version: string;
  /** Its sources, packages and programs. */
  folder: string;
  /** The URL of a superuser in the cluster of its tests. */
  databaseUrl: string;
  /** Those of server, workers and database without a container engine. Tests that fail do not reject. */
  run(files?: readonly string[], options?: readonly string[]): Promise<void>;
}

/**
 * The release that the first argument names, with a PostgreSQL and a Redis for its tests.
 * @param onLine gets each line that PostgreSQL logs
 */
export async function openOldTests(
  lifecycle: Lifecycle,
  command: string,
  onLine: (line: string) => void = () => undefined,
): Promise<OldTests> {
  const release = listReleases().find(({ version }) => version === process.argv[2]);
  if (!release) throw new Failure(`npm run ${command} -- <version>: a version of db/releases/releases.json.`);
  const folder = await provideCheckout(release.commit);
  const place = openTestDirectory(lifecycle);
  const database = await startPostgres({ ...place.service('postgres'), onLine, password: 'test', testing: true });
  lifecycle.onStop(database.stop, database.abandon);
  const redis = await startRedis({ ...place.service('redis'), dockerHost: undefined, testing: true });
  lifecycle.onStop(redis.stop, redis.abandon);
  const databaseUrl = database.url('postgres', 'postgres');
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const env = { PATH: process.env.PATH, TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redis.url, TEST_DOCKER: '0' };
  return {
    version: release.version,
    folder,
    databaseUrl,
    async run(files = ['server/src', 'server/http', 'workers/src', 'db/src'], options = []) {
      const words = [vitest, 'run', '--config', 'vitest.workspace.ts', ...options, ...files];
      await runTool(process.execPath, words, { cwd: folder, env });
    },
  };
}
