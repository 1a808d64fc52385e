import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { beatHeart, endHeartbeat, heartbeatMs } from '@vexil/runtime/heartbeat';
import type { WorkerDeps } from './deps';

export interface Heartbeat {
  /** Beats once; the timer does so every five seconds. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Says in Redis that this worker lives, which servers show at `/readyz`, and after each time writes `HEARTBEAT_FILE`, by
 * whose age a health check without a port of its own can tell.
 */
export function startHeartbeat(deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'config' | 'log'>): Heartbeat {
  const workerId = randomUUID();
  const file = deps.config.heartbeatFile;
  const beat = async () => {
    try {
      await beatHeart(deps.redis, deps.keyPrefix, workerId);
      if (file !== null) await writeFile(file, `${new Date().toISOString()}\n`);
    } catch (error) {
      deps.log.debug({ err: error }, 'A heartbeat was not noted');
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
