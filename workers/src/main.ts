import { rejudgingJobs } from '@vexil/contract/rejudging';
import { storeLogs } from '@vexil/data/log/log.queries';
import { openDatabase } from '@vexil/db';
import { migrateDatabase, NewerSchemaError } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { EngineError } from '@vexil/engine/engine';
import { type Config, ConfigError, describeMisspelt, readConfig } from '@vexil/runtime/config';
import { publish } from '@vexil/runtime/live';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import { createLogSink } from '@vexil/runtime/log-sink';
import { loggerOptions, loggerStreams } from '@vexil/runtime/logger';
import { reportUnreachableStorage } from '@vexil/runtime/storage/unreachable-storage';
import { openTracing } from '@vexil/runtime/tracing';
import { type Logger, pino } from 'pino';
import product from '../../package.json';
import { monitorEngine, resumeContainers } from './container/monitor-engine';
import { openEngines } from './container/open-engines';
import { reportEngine } from './container/report-engine';
import { keepLease, renewLease } from './container/start-leases';
import { watchContainers } from './container/watch-containers';
import { createWorkerDeps } from './deps';
import { handlers } from './handlers';
import { startHeartbeat } from './heartbeat';
import { serveWorkerMetrics } from './metrics';
import { computeApart } from './rejudging/compute-apart';
import { handle } from './run-job';
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

async function openOrRefuse(config: Config, log: Logger) {
  try {
    return await openEngines(config, log);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refuse(`CONTAINER_ENGINES: ${error.message}`);
  }
}

const config = loadConfig();
const sink = createLogSink();
const log = pino(
  loggerOptions({ level: config.logLevel, process: 'worker' }),
  pino.multistream(loggerStreams(config.logLevel, sink, pino.destination(1))),
);
for (const line of describeMisspelt(process.env)) log.warn({ event: 'config.unknown_variable' }, line);

try {
  await migrateDatabase(config.databaseUrl);
  await checkSecretKey(config.databaseUrl, config.secretKey);
} catch (error) {
  if (!(error instanceof WrongSecretKeyError || error instanceof NewerSchemaError)) throw error;
  refuse(error.message);
}
const opened = await openOrRefuse(config, log);
const tracing = await openTracing(config, 'vexil-worker');
const database = openDatabase(config.databaseUrl, {
  beginStatement: tracing?.beginStatement,
  applicationName: `vexil-worker ${product.version}`,
  connectionsMax: 2 * config.workerConcurrency + 4,
});
const deps = createWorkerDeps(config, log, { engines: opened, database, tracing });
const engines = [...deps.engines.values()];
await deps.databaseClock.start();
sink.open({
  store: (lines) => storeLogs(deps.database, lines),
  publish: (line) => publish(deps, 'admin', 'ReceivedLog', viewLogLine(line)),
});
// Before jobs are taken: a start that meets no engine fails.
const areNew = await Promise.all(
  engines.map(async (reached) => {
    await reached.health.check();
    return reportEngine(deps, reached);
  }),
);
const metrics = await serveWorkerMetrics(deps.metrics, config, log);
void reportUnreachableStorage(deps);
const leasing = new AbortController();
await renewLease(deps).catch(() => undefined);
const apart = handle(rejudgingJobs.compute, computeApart);
const running = startWorkers(deps, { handlers: [apart, ...handlers], concurrency: config.workerConcurrency });
if (areNew.includes(true)) await resumeContainers(deps);
void keepLease(deps, leasing.signal);
const heartbeat = startHeartbeat(deps, () => void stop('drain'));
const stopSweeps = await startSweeps(deps, handlers);
const watching = new AbortController();
for (const reached of engines) {
  void watchContainers(deps, reached, watching.signal);
  void monitorEngine(deps, reached, watching.signal);
}

let stopping = false;
async function stop(signal: NodeJS.Signals | 'drain'): Promise<void> {
  // A signal while it stops ends the process at once.
  if (stopping && signal !== 'drain') process.exit(1);
  if (stopping) return;
  stopping = true;
  log.info({ event: 'worker.stopping', signal }, 'The worker stops');
  stopSweeps();
  watching.abort();
  await running.close({ hasTime: signal === 'drain' });
  leasing.abort();
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
const names = engines.map(({ name, engine }) => `${name} (${engine.kind})`);
log.info({ event: 'worker.started', engine: names.join(', ') || 'none' }, 'The worker takes jobs');
