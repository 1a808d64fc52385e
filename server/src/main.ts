import { migrateDatabase } from '@vexil/db/migrate';
import { pino } from 'pino';
import { createFirstAdministrator } from './account/administrator.service';
import { buildApp } from './app';
import { ConfigError, readConfig } from './contract/config';
import { publishLive } from './contract/live';
import { viewLogLine } from './contract/log-line.rules';
import { createLogSink } from './contract/log-sink';
import { loggerOptions, loggerStreams } from './contract/logger';
import { createDeps } from './deps';
import { insertLogs } from './log/log.queries';
import { createWelcomePost } from './post/welcome.service';

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
const sink = createLogSink();
const log = pino(
  loggerOptions({ level: config.logLevel, process: 'server' }),
  pino.multistream(loggerStreams(config.logLevel, sink, pino.destination(1))),
);

await migrateDatabase(config.databaseUrl);
const deps = createDeps(config, log);
sink.open({
  store: (lines) => insertLogs(deps.db, lines),
  tell: (line) => publishLive(deps.redis, deps.keyPrefix, 'admin', 'ReceivedLog', viewLogLine(line)),
});
await createFirstAdministrator(deps).catch(refuseToStart);
await createWelcomePost(deps);
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
  await sink.close();
  await deps.close();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
