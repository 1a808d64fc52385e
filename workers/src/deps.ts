import { readBacklog } from '@vexil/data/health/backlog.queries';
import type { ContainerEngine } from '@vexil/engine/engine';
import type { Config } from '@vexil/runtime/config';
import { type BaseDeps, type BaseDepsOverrides, openBaseDeps } from '@vexil/runtime/deps';
import type { EngineSettings } from '@vexil/runtime/engine.settings';
import type { Logger } from 'pino';
import { createEngineHealth, type EngineHealth } from './container/engine-health';
import { type Mailer, openMailer } from './mail/mailer';
import { createWorkerMetrics, type WorkerMetrics } from './metrics';

export interface OpenedEngine {
  engine: ContainerEngine;
  settings: EngineSettings;
}

/** A container engine that this worker reaches. */
export interface WorkerEngine extends OpenedEngine {
  /** Unique in the deployment. */
  name: string;
  health: EngineHealth;
}

export interface WorkerDeps extends BaseDeps {
  /** Of this process. */
  workerId: string;
  /** By name; empty where no challenge containers are run. */
  engines: ReadonlyMap<string, WorkerEngine>;
  /** null where no mails are sent. */
  mailer: Mailer | null;
  metrics: WorkerMetrics;
}

export interface WorkerDepsOverrides extends BaseDepsOverrides {
  engines?: readonly OpenedEngine[];
}

/** Opens what a worker needs. `close` leaves a database that was passed in open, and closes the engines. */
export function createWorkerDeps(config: Config, log: Logger, overrides: WorkerDepsOverrides = {}): WorkerDeps {
  const base = openBaseDeps(config, log, 'vexil-worker', overrides);
  const mailer = config.smtpUrl === null ? null : openMailer(config.smtpUrl, config.smtpFrom, log);
  const metrics = createWorkerMetrics({ ...base, readBacklog: (now) => readBacklog(base.db, now) });
  const opened = (overrides.engines ?? []).map(({ engine, settings }): [string, WorkerEngine] => {
    const { name } = settings;
    return [name, { name, engine, settings, health: createEngineHealth({ ...base, name, engine, metrics }) }];
  });
  const engines = new Map(opened);
  return {
    ...base,
    workerId: base.random.uuid(),
    engines,
    mailer,
    metrics,
    async close() {
      await Promise.all([...engines.values()].map(({ engine }) => engine.close()));
      mailer?.close();
      await base.close();
    },
  };
}
