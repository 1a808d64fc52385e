import { pingWithin } from '@vexil/engine/connect';
import { type ContainerEngine, EngineError } from '@vexil/engine/engine';
import type { Clock } from '@vexil/runtime/clock';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

export interface EngineHealth {
  /** False during an outage; true until a check has failed, and where there is no engine. */
  isUp(): boolean;
  /** Pings the engine; concurrent checks share one ping. Never throws. */
  check(): Promise<boolean>;
}

interface HealthNeeds {
  engine: ContainerEngine | null;
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  gauge: Gauge;
}

/** Logs the begin and the end of an outage once each. */
export function createEngineHealth({ engine, log, clock, gauge }: HealthNeeds): EngineHealth {
  let downSince: Date | null = null;
  let checking: Promise<boolean> | null = null;

  function setUp(kind: string): true {
    gauge.set(1);
    if (downSince === null) return true;
    const seconds = Math.round((clock.now().getTime() - downSince.getTime()) / 1000);
    downSince = null;
    log.info({ event: 'engine.up', engine: kind, seconds, status: 'Success' }, 'The container engine answers again');
    return true;
  }

  function setDown(kind: string, error: EngineError): false {
    gauge.set(0);
    if (downSince !== null) return false;
    downSince = clock.now();
    const reason = error.message;
    log.warn(
      { event: 'engine.down', engine: kind, reason, status: 'Failed' },
      'The container engine does not answer; containers wait until it does, everything else works',
    );
    return false;
  }

  async function ask(target: ContainerEngine): Promise<boolean> {
    try {
      await pingWithin(target);
      return setUp(target.kind);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return setDown(target.kind, error);
    }
  }

  return {
    isUp: () => downSince === null,
    check() {
      if (engine === null) return Promise.resolve(true);
      checking ??= ask(engine).finally(() => {
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
