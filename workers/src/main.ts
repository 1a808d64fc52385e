import { openDatabase } from '@vexil/db';
import { migrateDatabase } from '@vexil/db/migrate';
import { createSealing } from '@vexil/db/sealing';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { connectEngine } from '@vexil/engine/connect';
import { EngineError } from '@vexil/engine/engine';
import { type Config, ConfigError, describeMisspelt, readConfig } from '@vexil/runtime/config';
import { publish } from '@vexil/runtime/live';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import { createLogSink } from '@vexil/runtime/log-sink';
import { loggerOptions, loggerStreams } from '@vexil/runtime/logger';
import { reportUnreachableStorage } from '@vexil/runtime/storage/unreachable-storage';
import { type Logger, pino } from 'pino';
import { monitorEngine } from './container/monitor-engine';
import { watchContainers } from './container/watch-containers';
import { createWorkerDeps } from './deps';
import { handlers } from './handlers';
import { startHeartbeat } from './heartbeat';
import { insertLogs } from './log/log.queries';
import { serveWorkerMetrics } from './metrics';
import { startWorkers } from './start-workers';
import { logWrongAnswerCounts } from './submission/judge.log';
import { startSweeps } from './sweeps';

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function loadConfig(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuse(error.message);
  }
}

async function openEngine(config: Config, log: Logger) {
  try {
    return await connectEngine({
      kind: config.containerEngine,
      dockerHost: config.dockerHost ?? undefined,
      // Derived from the key: distinct for deployments that share an engine, and kept when one moves.
      deployment: `vexil-${createSealing(config.secretKey).deriveKey('deployment').toString('hex').slice(0, 12)}`,
      logger: log,
    });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refuse(`DOCKER_HOST: ${error.message}`);
  }
}

const config = loadConfig();
const sink = createLogSink();
const log = pino(
  loggerOptions({ level: config.logLevel, process: 'worker' }),
  pino.multistream(loggerStreams(config.logLevel, sink, pino.destination(1))),
);
for (const line of describeMisspelt(process.env)) log.warn({ event: 'config.unknown_variable' }, line);

await migrateDatabase(config.databaseUrl);
await checkSecretKey(config.databaseUrl, config.secretKey).catch((error: unknown) => {
  if (!(error instanceof WrongSecretKeyError)) throw error;
  refuse(error.message);
});
const engine = await openEngine(config, log);
const database = openDatabase(config.databaseUrl, {
  applicationName: 'vexil-worker',
  connectionsMax: 2 * config.workerConcurrency + 4,
});
const deps = createWorkerDeps(config, log, { engine, database });
sink.open({
  store: (lines) => insertLogs(deps.db, lines),
  publish: (line) => publish(deps, 'admin', 'ReceivedLog', viewLogLine(line)),
});
await deps.engineHealth.check();
const metrics = await serveWorkerMetrics(deps.metrics, config, log);
void reportUnreachableStorage(deps);
const running = startWorkers(deps, { handlers, concurrency: config.workerConcurrency });
const heartbeat = startHeartbeat(deps);
const stopSweeps = await startSweeps(deps, handlers);
const watching = new AbortController();
if (engine) {
  void watchContainers(deps, engine, watching.signal);
  void monitorEngine(deps, watching.signal);
}

let stopping = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  // A second signal ends the process at once.
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ event: 'worker.stopping', signal }, 'The worker stops');
  stopSweeps();
  watching.abort();
  await running.close();
  logWrongAnswerCounts(deps);
  await heartbeat.stop();
  await metrics.close();
  await sink.close();
  await deps.close();
  await database.close();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Last, after the signal handlers: supervisors may send a signal once they have read this line.
log.info({ event: 'worker.started', engine: engine?.kind ?? 'none' }, 'The worker takes jobs');
