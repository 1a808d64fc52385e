import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { languages } from '@vexil/contract/languages';
import { isMigrated, migrateDatabase } from '@vexil/db/migrate';
import { errorText } from '@vexil/http/reply/i18n';
import type { Config } from '@vexil/runtime/config';
import type { Logger } from 'pino';

const retrySeconds = 5;

function answer(path: string): { status: number; body: object } {
  if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
  if (path === '/readyz') return { status: 503, body: { status: 'migrating' } };
  const code = 'request.unavailable';
  return { status: 503, body: { title: errorText(code, languages[0]), status: 503, code } };
}

/** An orchestrator that gets no answer from /healthz would end the process in the middle of its migrations. */
async function answerProbes({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createServer((request, reply) => {
    const { status, body } = answer(request.url?.split('?')[0]?.toLowerCase() ?? '');
    const retry = status === 503 ? { 'retry-after': String(retrySeconds) } : {};
    const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...retry };
    reply.writeHead(status, headers).end(JSON.stringify(body));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/**
 * Migrates, or waits for the process that does. Meanwhile /healthz says `ok` and /readyz `migrating`.
 * @throws NewerSchemaError
 */
export async function migrateBeforeStart(
  config: Pick<Config, 'databaseUrl' | 'port' | 'host'>,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  if (await isMigrated(config.databaseUrl)) return;
  log.info({ event: 'server.migrating' }, 'The database is migrated before the server starts');
  const server = await answerProbes(config);
  try {
    await migrateDatabase(config.databaseUrl);
  } finally {
    await close(server);
  }
}
