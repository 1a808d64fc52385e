import { migrateDatabase } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { ConfigError, readConfig } from '@vexil/runtime/config';
import { publish } from '@vexil/runtime/live';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import { createLogSink } from '@vexil/runtime/log-sink';
import { loggerOptions, loggerStreams } from '@vexil/runtime/logger';
import { reportUnreachableStorage } from '@vexil/runtime/storage/unreachable-storage';
import { pino } from 'pino';
import { createFirstAdministrator } from './account/administrator.service';
import { hasher } from './account/password';
import { buildApp } from './app';
import { logHostExposure } from './config/host-exposure';
import { createDeps } from './create-deps';
import { insertLogs } from './log/log.queries';
import { createWelcomePost } from './post/welcome.service';

/** Settings that cannot be used are told in plain lines, without a stack. */
function refuseToStart(error: unknown): never {
  if (!(error instanceof ConfigError || error instanceof WrongSecretKeyError)) throw error;
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
await checkSecretKey(config.databaseUrl, config.secretKey).catch(refuseToStart);
const deps = createDeps(config, log);
sink.open({
  store: (lines) => insertLogs(deps.db, lines),
  tell: (line) => publish(deps, 'admin', 'ReceivedLog', viewLogLine(line)),
});
void reportUnreachableStorage(deps);
await createFirstAdministrator(deps).catch(refuseToStart);
await createWelcomePost(deps);
logHostExposure(deps);
const app = await buildApp(deps);
// Browsers that come together wait here for the event loop; the system may allow fewer. Those beyond are not refused but
// ignored, and try again after seconds that double.
const connectionsWaitingMax = 8192;
/** As many connections as can be taken in one turn of the event loop, less one. */
const moreListeners = 15;
await app.listen({ port: config.port, host: config.host, backlog: connectionsWaitingMax });
hasher.start();

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  // The second signal is from somebody who does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ signal }, 'The server stops');
  const left = await app.drain.run();
  if (left > 0) log.warn({ requests: left }, 'Requests were still not answered when the server had to end');
  await app.close();
  hasher.close();
  await sink.close();
  await deps.close();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Last: whoever reads this may send a signal, which has to find somebody who listens.
log.info({ port: config.port }, 'The server listens');

// Windows takes several connections at a time by itself.
if (process.platform !== 'win32') {
  const listeners = await app.listeners.open(moreListeners, connectionsWaitingMax);
  if (listeners < moreListeners && !stopping) log.warn({ listeners }, 'Crowds of browsers will be let in more slowly');
}
