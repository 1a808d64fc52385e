import type { Server } from 'node:http';
import type { Config } from '@vexil/runtime/config';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '@vexil/runtime/metrics-server';
import { createQueueHealth, type QueueHealthDeps, queueGauges } from '@vexil/runtime/queue-health';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface WorkerMetrics {
  registry: Registry;
  jobs: Histogram<'job' | 'outcome'>;
  containerEngineUp: Gauge;
}

const jobBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createWorkerMetrics(deps: QueueHealthDeps): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const readHealth = createQueueHealth(deps);
  for (const { name, help, labelNames, samples } of queueGauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        for (const { labels, value } of samples(await readHealth())) this.set(labels, value);
      },
    });
  }
  return {
    registry,
    containerEngineUp: new Gauge({
      name: 'container_engine_up',
      help: 'Whether the container engine answered this worker last: 1 or 0; 0 as well where none is used',
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

/** Serves the metrics of a worker on METRICS_PORT. A taken port, as by another worker of the machine, is only logged. */
export async function serveWorkerMetrics(
  { registry }: WorkerMetrics,
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  log: Pick<Logger, 'warn'>,
): Promise<ServedMetrics> {
  if (metricsPort === null) return { server: null, close: async () => undefined };
  const server = openMetricsServer(registry);
  try {
    await listenForMetrics(server, metricsPort, metricsHost);
  } catch (error) {
    log.warn({ event: 'metrics.port_taken', err: error }, 'METRICS_PORT is taken, so this worker serves no metrics');
    return { server: null, close: async () => undefined };
  }
  collectDefaultMetrics({ register: registry });
  return { server, close: () => closeMetricsServer(server) };
}
