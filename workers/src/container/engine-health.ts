import { pingWithin } from '@vexil/engine/connect';
import { type ContainerEngine, EngineError } from '@vexil/engine/engine';
import type { Clock } from '@vexil/runtime/clock';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

/** Whether the container engine answers, as this worker saw it last. */
export interface EngineHealth {
  /** False during an outage; true until a check has failed, and where there is no engine. */
  isUp(): boolean;
  /** Asks the engine now; checks at the same time share one answer. Never throws. */
  check(): Promise<boolean>;
}

interface HealthNeeds {
  engine: ContainerEngine | null;
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  gauge: Gauge;
}

/** Logs the begin and the end of an outage, one line each, however often the engine is asked meanwhile. */
export function createEngineHealth({ engine, log, clock, gauge }: HealthNeeds): EngineHealth {
  let downSince: Date | null = null;
  let checking: Promise<boolean> | null = null;

  function noteUp(kind: string): true {
    gauge.set(1);
    if (downSince === null) return true;
    const seconds = Math.round((clock.now().getTime() - downSince.getTime()) / 1000);
    downSince = null;
    log.info({ engine: kind, seconds, status: 'Success' }, 'The container engine answers again');
    return true;
  }

  function noteDown(kind: string, error: EngineError): false {
    gauge.set(0);
    if (downSince !== null) return false;
    downSince = clock.now();
    const reason = error.message;
    log.warn(
      { engine: kind, reason, status: 'Failed' },
      'The container engine does not answer; containers wait until it does, everything else works',
    );
    return false;
  }

  async function ask(target: ContainerEngine): Promise<boolean> {
    try {
      await pingWithin(target);
      return noteUp(target.kind);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return noteDown(target.kind, error);
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
 * Does what needs the engine. False when the engine is down, or turns out to be: then it was not done, or not wholly,
 * and has to be done again after the outage. Every other error is thrown.
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

/** Whether a call failed because the engine is away, and not only stumbled. */
export async function isOutage(health: EngineHealth, error: unknown): Promise<boolean> {
  return error instanceof EngineError && error.code === 'engineDown' && !(await health.check());
}
