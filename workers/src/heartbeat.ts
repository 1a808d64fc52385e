import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { beatHeart, endHeartbeat, heartbeatMs } from '@vexil/runtime/heartbeat';
import product from '../../package.json';
import type { WorkerDeps } from './deps';

export interface Heartbeat {
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Every five seconds. Servers show it at `/readyz`; the age of `HEARTBEAT_FILE` serves health checks that have no port.
 * Calls `onDrain` once, when an operator wants this worker to end; the heart beats on until `stop`.
 */
export function startHeartbeat(
  deps: Pick<
    WorkerDeps,
    'workerId' | 'redis' | 'keyPrefix' | 'config' | 'log' | 'engines' | 'mailer' | 'databaseClock'
  >,
  onDrain: () => void = () => {},
): Heartbeat {
  const { workerId } = deps;
  const engines = [...deps.engines.values()];
  const file = deps.config.heartbeatFile;
  let isDraining = false;
  const beat = async () => {
    try {
      const { isDrained } = await beatHeart(deps.redis, deps.keyPrefix, workerId, {
        version: product.version,
        engine: engines.length === 0 ? null : [...new Set(engines.map(({ engine }) => engine.kind))].join(', '),
        isEngineUp: engines.every(({ health }) => health.isUp()),
        hasMail: deps.mailer !== null,
        host: hostname(),
        clockSkewMs: deps.databaseClock.skewMs(),
      });
      if (isDrained && !isDraining) {
        isDraining = true;
        onDrain();
      }
      if (file !== null) await writeFile(file, `${new Date().toISOString()}\n`);
    } catch (error) {
      deps.log.debug({ event: 'worker.heartbeat_failed', err: error }, 'Heartbeat failed');
    }
  };
  const timer = setInterval(beat, heartbeatMs);
  void beat();
  return {
    beat,
    async stop() {
      clearInterval(timer);
      await endHeartbeat(deps.redis, deps.keyPrefix, workerId).catch(() => undefined);
    },
  };
}
