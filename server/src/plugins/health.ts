import { countMigrations } from '@vexil/db/migrate';
import fp from 'fastify-plugin';
import type { Deps } from '../deps';

const checks: Record<string, (deps: Deps) => Promise<unknown>> = {
  database: (deps) => deps.database.sql`select 1`,
  migrations: async (deps) => {
    const { known, applied } = await countMigrations(deps.database.sql);
    if (applied < known) throw new Error(`${known - applied} migrations have not run.`);
  },
  redis: (deps) => deps.redis.ping(),
  storage: (deps) => deps.storage.check(),
};

const timeoutMs = 3000;

async function passes(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), timeoutMs);
  });
  try {
    await Promise.race([check, timeout]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/healthz` says that the process lives, `/readyz` that it can serve: it names each part and answers 503 if one fails,
 * or when the server is about to leave.
 */
export const healthPlugin = fp(async (app) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    app.drain.noteProbe();
    if (app.drain.hasBegun) return reply.code(503).send({ status: 'stopping' });
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check(app.deps))] as const),
    );
    const ready = entries.every(([, passed]) => passed);
    const parts = Object.fromEntries(entries.map(([name, passed]) => [name, passed ? 'ok' : 'failed']));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failed', ...parts });
  });
});
