import { migrateDatabase } from '@vexil/db/migrate';
import { pino } from 'pino';
import { createFirstAdministrator } from './account/administrator.service';
import { buildApp } from './app';
import { ConfigError, readConfig } from './contract/config';
import { describeError } from './contract/error-log';
import { createDeps } from './deps';

/** Settings that cannot be used are told in plain lines, without a stack. */
function refuseToStart(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function loadConfig() {
  try {
    return readConfig(process.env);
  } catch (error) {
    return refuseToStart(error);
  }
}

const config = loadConfig();
const log = pino({
  level: config.logLevel,
  base: { process: 'server' },
  serializers: { err: describeError },
  // Nothing we log should hold one; this is for what libraries attach to errors.
  redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.flag', '*.token'],
});

await migrateDatabase(config.databaseUrl);
const deps = createDeps(config, log);
await createFirstAdministrator(deps).catch(refuseToStart);
const app = await buildApp(deps);
await app.listen({ port: config.port, host: config.host });
log.info({ port: config.port }, 'The server listens');

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  // The second signal is from somebody who does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ signal }, 'The server stops');
  await app.close();
  await deps.close();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
