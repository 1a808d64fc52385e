import { pingWithin } from '@vexil/engine/connect';
import { type ContainerEngine, EngineError } from '@vexil/engine/engine';
import type { Clock } from '@vexil/runtime/clock';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

export interface EngineHealth {
  /** False during an outage; true until a check has failed. */
  isUp(): boolean;
  /** Why the last check failed; null while it is up. */
  lastError(): string | null;
  /** Pings the engine; concurrent checks share one ping. Never throws. */
  check(): Promise<boolean>;
}

interface HealthNeeds {
  name: string;
  engine: ContainerEngine;
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  metrics: { containerEngineUp: Gauge<'engine'> };
}

/** Logs the begin and the end of an outage once each. */
export function createEngineHealth({ name, engine, log, clock, metrics }: HealthNeeds): EngineHealth {
  let outage: { since: Date; reason: string } | null = null;
  let checking: Promise<boolean> | null = null;

  function setUp(): true {
    metrics.containerEngineUp.set({ engine: name }, 1);
    if (outage === null) return true;
    const seconds = Math.round((clock.now().getTime() - outage.since.getTime()) / 1000);
    outage = null;
    log.info({ event: 'engine.up', engine: name, seconds, status: 'Success' }, 'The container engine answers again');
    return true;
  }

  function setDown({ message: reason }: EngineError): false {
    metrics.containerEngineUp.set({ engine: name }, 0);
    const isNew = outage === null;
    outage = { since: outage?.since ?? clock.now(), reason };
    if (!isNew) return false;
    log.warn(
      { event: 'engine.down', engine: name, reason, status: 'Failed' },
      'The container engine does not answer; containers wait until it does, everything else works',
    );
    return false;
  }

  async function ask(): Promise<boolean> {
    try {
      await pingWithin(engine);
      return setUp();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return setDown(error);
    }
  }

  return {
    isUp: () => outage === null,
    lastError: () => outage?.reason ?? null,
    check() {
      checking ??= ask().finally(() => {
        checking = null;
      });
      return checking;
    },
  };
}

/**
 * False when the engine is down or goes down: the work is then incomplete and has to be repeated after the outage.
 * Throws other errors.
 */
export async function whileEngineUp(health: EngineHealth, work: () => Promise<void>): Promise<boolean> {
  if (!health.isUp()) return false;
  try {
    await work();
    return true;
  } catch (error) {
    if (await isOutage(health, error)) return false;
    throw error;
  }
}

/** Whether a call failed because the engine is down, and not for a moment only. */
export async function isOutage(health: EngineHealth, error: unknown): Promise<boolean> {
  return error instanceof EngineError && error.code === 'engineDown' && !(await health.check());
}
