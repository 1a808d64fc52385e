import { readBacklog } from '@vexil/db/backlog';
import type { ContainerEngine } from '@vexil/engine/engine';
import type { Config } from '@vexil/runtime/config';
import { type BaseDeps, type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { Logger } from 'pino';
import { createEngineHealth, type EngineHealth } from './container/engine-health';
import { type Mailer, openMailer } from './mail/mailer';
import { createWorkerMetrics, type WorkerMetrics } from './metrics';

export interface WorkerDeps extends BaseDeps {
  /** null where no challenge containers are run. */
  engine: ContainerEngine | null;
  engineHealth: EngineHealth;
  /** null where no mails are sent. */
  mailer: Mailer | null;
  metrics: WorkerMetrics;
}

export interface WorkerDepsOverrides extends BaseDepsOverrides {
  engine?: ContainerEngine | null;
}

/** Opens what a worker needs. `close` leaves a database that was passed in open, and closes the engine. */
export function createWorkerDeps(config: Config, log: Logger, overrides: WorkerDepsOverrides = {}): WorkerDeps {
  const base = openBaseDeps(config, log, 'vexil-worker', overrides);
  const engine = overrides.engine ?? null;
  const mailer = config.smtpUrl === null ? null : openMailer(config.smtpUrl, config.smtpFrom, log);
  const metrics = createWorkerMetrics({ ...base, readBacklog: (now) => readBacklog(base.db, now) });
  const engineHealth = createEngineHealth({ ...base, engine, gauge: metrics.containerEngineUp });
  return {
    ...base,
    engine,
    engineHealth,
    mailer,
    metrics,
    async close() {
      await engine?.close();
      mailer?.close();
      await base.close();
    },
  };
}
