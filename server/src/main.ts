import { storeLogs } from '@vexil/data/log/log.queries';
import { NewerSchemaError } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { backlogMax, listenersMax } from '@vexil/http/guard/limits';
import { ConfigError, describeMisspelt, readConfig } from '@vexil/runtime/config';
import { publish } from '@vexil/runtime/live';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import { createLogSink } from '@vexil/runtime/log-sink';
import { loggerOptions, loggerStreams } from '@vexil/runtime/logger';
import { reportUnreachableStorage } from '@vexil/runtime/storage/unreachable-storage';
import { openTracing } from '@vexil/runtime/tracing';
import { pino } from 'pino';
import { createFirstAdministrator } from './account/administrator.service';
import { hasher } from './account/password';
import { buildApp } from './app';
import { logHostExposure } from './config/host-exposure';
import { createDeps } from './create-deps';
import { createWelcomePost } from './post/welcome.service';
import { migrateBeforeStart } from './start/migrate-before-start';
import { describeTakenPort } from './start/taken-port';

function refuseToStart(error: unknown): never {
  const isExpected = [ConfigError, WrongSecretKeyError, NewerSchemaError].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isExpected)) throw error;
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
for (const line of describeMisspelt(process.env)) log.warn({ event: 'config.unknown_variable' }, line);

const refuseTakenPort = (error: unknown) => refuseToStart(describeTakenPort(error, config) ?? error);
await migrateBeforeStart(config, log).catch(refuseTakenPort);
await checkSecretKey(config.databaseUrl, config.secretKey).catch(refuseToStart);
const tracing = await openTracing(config, 'vexil-server');
const deps = createDeps(config, log, { tracing });
sink.open({
  store: (lines) => storeLogs(deps.database, lines),
  publish: (line) => publish(deps, 'admin', 'ReceivedLog', viewLogLine(line)),
});
void reportUnreachableStorage(deps);
await deps.databaseClock.start();
await createFirstAdministrator(deps).catch(refuseToStart);
await createWelcomePost(deps);
logHostExposure(deps);
const app = await buildApp(deps);
const listeners = await app.listeners
  .open({ port: config.port, host: config.host, backlog: backlogMax }, listenersMax)
  .catch(refuseTakenPort);
hasher.start();

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ event: 'server.stopping', signal }, 'The server stops');
  const left = await app.drain.run();
  if (left > 0) {
    log.warn(
      { event: 'server.requests_aborted', requests: left },
      `${left} requests or relayed connections were aborted at the end of the shutdown`,
    );
  }
  await app.close();
  hasher.close();
  await sink.close();
  await deps.close();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Last: a process that reads this line may send a signal at once, and the handlers have to be there.
log.info({ event: 'server.listening', port: config.port, listeners }, 'The server listens');
