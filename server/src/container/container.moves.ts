import { containerMovedChannel } from '@vexil/runtime/container-announce';
import { openSubscriber } from '@vexil/runtime/redis';
import fp from 'fastify-plugin';

/** Wakes calls of this process that wait for a container. */
export interface ContainerMoves {
  notify(id: string): void;
  /** Resolves with the next move of the container, or after a time. */
  next(id: string, timeoutMs: number): Promise<void>;
}

export function createContainerMoves(): ContainerMoves {
  const waiting = new Map<string, Set<() => void>>();
  return {
    notify(id) {
      for (const wake of waiting.get(id) ?? []) wake();
    },
    next: (id, timeoutMs) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          const others = waiting.get(id);
          others?.delete(wake);
          if (others?.size === 0) waiting.delete(id);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(wake));
      }),
  };
}

/** Receives what workers publish. Without Redis the calls find a move by themselves, a little later. */
export const containerMovesPlugin = fp(async (app) => {
  const { config, keyPrefix, redisErrors, containerMoves } = app.deps;
  const subscriber = openSubscriber(config.redisUrl);
  subscriber.on('error', redisErrors);
  subscriber.on('ready', () => {
    subscriber.subscribe(containerMovedChannel(keyPrefix)).catch(redisErrors);
  });
  subscriber.on('message', (_channel: string, id: string) => containerMoves.notify(id));
  app.addHook('onClose', async () => subscriber.disconnect());
});
