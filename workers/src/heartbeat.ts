import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { beatHeart, endHeartbeat, heartbeatMs } from '@vexil/runtime/heartbeat';
import product from '../../package.json';
import type { WorkerDeps } from './deps';

export interface Heartbeat {
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Every five seconds. Servers show it at `/readyz`; the age of `HEARTBEAT_FILE` serves health checks that have no port.
 */
export function startHeartbeat(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'config' | 'log' | 'engine' | 'engineHealth' | 'mailer'>,
): Heartbeat {
  const workerId = randomUUID();
  const file = deps.config.heartbeatFile;
  const beat = async () => {
    try {
      await beatHeart(deps.redis, deps.keyPrefix, workerId, {
        version: product.version,
        engine: deps.engine?.kind ?? null,
        isEngineUp: deps.engineHealth.isUp(),
        hasMail: deps.mailer !== null,
      });
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
