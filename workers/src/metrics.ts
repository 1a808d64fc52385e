import type { Server } from 'node:http';
import type { Config } from '@vexil/runtime/config';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '@vexil/runtime/metrics-server';
import { createQueueHealth, type QueueHealthDeps, queueGauges } from '@vexil/runtime/queue-health';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * `read` new solves, `load` all facts, `apply` solves, `compute` a board, `write`, `compress` and `publish` its document.
 */
type BoardStep = 'read' | 'load' | 'apply' | 'compute' | 'write' | 'compress' | 'publish';

export interface WorkerMetrics {
  registry: Registry;
  boardsPublished: Counter;
  boardsRebuilt: Counter;
  boardsTakenOver: Counter;
  solvesApplied: Counter;
  boardMismatches: Counter<'cause'>;
  jobs: Histogram<'job' | 'outcome'>;
  containerEngineUp: Gauge;
  /** Does one step of a board and notes how long it took. */
  timeBoard<T>(step: BoardStep, work: () => T): T;
}

/** From one solve applied to a large board rebuilt on a busy machine. */
const stepBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const jobBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createWorkerMetrics(deps: QueueHealthDeps): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const steps = new Histogram({
    name: 'scoreboard_step_duration_seconds',
    help: 'Time of each step of a board',
    labelNames: ['step'] as const,
    buckets: stepBuckets,
    registers,
  });
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
    boardsPublished: counter('scoreboard_published_total', 'Versions of boards published'),
    boardsRebuilt: counter('scoreboard_rebuilt_total', 'Boards computed from all stored facts'),
    boardsTakenOver: counter('scoreboard_taken_over_total', 'Games whose board came from a worker that was lost'),
    solvesApplied: counter('scoreboard_solves_applied_total', 'Solves applied to held boards'),
    boardMismatches: new Counter({
      name: 'scoreboard_mismatches_total',
      help: 'Held boards that were not what the stored facts give; each was published anew',
      labelNames: ['cause'] as const,
      registers,
    }),
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
    timeBoard(step, work) {
      const startedAt = performance.now();
      const note = () => steps.observe({ step }, (performance.now() - startedAt) / 1000);
      const result = work();
      if (result instanceof Promise) result.then(note, note);
      else note();
      return result;
    },
  };
}

export interface ServedMetrics {
  /** Null when none are served. */
  server: Server | null;
  close(): Promise<void>;
}

/**
 * Serves the metrics of a worker on METRICS_PORT. A port that is taken, as by another worker of the same machine, is
 * logged and keeps no job waiting.
 */
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
    log.warn({ err: error }, 'METRICS_PORT is taken, so this worker serves no metrics');
    return { server: null, close: async () => undefined };
  }
  collectDefaultMetrics({ register: registry });
  return { server, close: () => closeMetricsServer(server) };
}
