import type { Server } from 'node:http';
import type { Config } from '@vexil/runtime/config';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '@vexil/runtime/metrics-server';
import { type PlatformMetricsDeps, registerPlatformMetrics } from '@vexil/runtime/platform-metrics';
import { createQueueHealth, type QueueHealthDeps } from '@vexil/runtime/queue-health';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface WorkerMetrics {
  registry: Registry;
  jobs: Histogram<'job' | 'outcome'>;
  containerEngineUp: Gauge<'engine'>;
  verdicts: Counter<'result'>;
  /** From the storing of a submission to its verdict. */
  verdictSeconds: Histogram;
  /** `started`, or why not. */
  containerStarts: Counter<'outcome'>;
  containerStartSeconds: Histogram;
  orphanedContainers: Counter<'engine'>;
  /** Running ones that ended by themselves or are gone. */
  lostContainers: Counter<'reason'>;
  containerTakeovers: Counter;
  solverChecks: Counter<'result'>;
  mails: Counter<'outcome'>;
  webhooks: Counter<'outcome'>;
}

const verdictBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const startBuckets = [0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60];
const jobBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createWorkerMetrics(deps: QueueHealthDeps & PlatformMetricsDeps): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  registerPlatformMetrics(registry, deps, createQueueHealth(deps));
  return {
    registry,
    verdicts: counter('submission_verdicts_total', 'Verdicts by result', 'result'),
    verdictSeconds: new Histogram({
      name: 'submission_verdict_seconds',
      help: 'Time from the storing of a submission to its verdict',
      buckets: verdictBuckets,
      registers,
    }),
    containerStarts: counter(
      'container_starts_total',
      'Starts of containers that ended, by outcome: started, or the reason of the failure',
      'outcome',
    ),
    containerStartSeconds: new Histogram({
      name: 'container_start_seconds',
      help: 'Time from the request for a container until it answers',
      buckets: startBuckets,
      registers,
    }),
    orphanedContainers: counter(
      'containers_orphaned_total',
      'Containers removed from an engine because no stored container wants them',
      'engine',
    ),
    lostContainers: counter(
      'containers_lost_total',
      'Running containers that ended by themselves: exited or outOfMemory',
      'reason',
    ),
    containerTakeovers: counter('container_takeovers_total', 'Starts taken over from a worker that was lost'),
    solverChecks: counter(
      'solver_checks_total',
      'Solver checks that ended, by result: passed, failed, timedOut, or error where they could not be run',
      'result',
    ),
    mails: counter(
      'mails_total',
      'Mails by outcome: sent, rejected by the mail server, expired, or failed and retried',
      'outcome',
    ),
    webhooks: counter(
      'webhook_attempts_total',
      'Attempts to deliver a webhook by outcome: delivered, retried later, or failed for good',
      'outcome',
    ),
    containerEngineUp: new Gauge({
      name: 'container_engine_up',
      help: 'Whether a container engine answered this worker last: 1 or 0',
      labelNames: ['engine'] as const,
      registers,
    }),
    jobs: new Histogram({
      name: 'job_duration_seconds',
      help: 'Time of jobs',
      labelNames: ['job', 'outcome'] as const,
      buckets: jobBuckets,
      registers,
    }),
  };
}

export interface ServedMetrics {
  /** Null when none are served. */
  server: Server | null;
  close(): Promise<void>;
}

/** Workers that share a machine's network take METRICS_PORT and the ports after it, in the order of their starts. */
const workersMax = 4;

/** Serves the metrics of a worker on METRICS_PORT or the next free port. Where all are taken, a warning is logged. */
export async function serveWorkerMetrics(
  { registry }: WorkerMetrics,
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<ServedMetrics> {
  const none = { server: null, close: async () => undefined };
  if (metricsPort === null) return none;
  let lastError: unknown;
  for (let port = metricsPort; port < metricsPort + workersMax && port < 65_536; port += 1) {
    const server = openMetricsServer(registry);
    try {
      await listenForMetrics(server, port, metricsHost);
    } catch (error) {
      lastError = error;
      continue;
    }
    log.info({ event: 'metrics.listening', host: metricsHost, port }, 'Serving the metrics of this worker');
    collectDefaultMetrics({ register: registry });
    return { server, close: () => closeMetricsServer(server) };
  }
  log.warn(
    { event: 'metrics.port_taken', err: lastError },
    `METRICS_PORT and the ${workersMax - 1} ports after it are taken, so this worker serves no metrics`,
  );
  return none;
}
