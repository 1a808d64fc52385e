import { containerMovedChannel } from '@vexil/runtime/container-announce';
import { openSubscriber } from '@vexil/runtime/redis';
import fp from 'fastify-plugin';

/** Receives what workers publish. Without Redis the calls find a move by themselves, a little later. */
export const containerMovesPlugin = fp(async (app) => {
  const { config, keyPrefix, log, containerMoves } = app.deps;
  const subscriber = openSubscriber(config.redisUrl);
  const warn = (error: unknown) =>
    log.warn({ event: 'container.subscribe_failed', err: error }, 'Moves of containers are not received from Redis');
  subscriber.on('error', warn);
  subscriber.on('ready', () => {
    subscriber.subscribe(containerMovedChannel(keyPrefix)).catch(warn);
  });
  subscriber.on('message', (_channel: string, id: string) => containerMoves.notify(id));
  app.addHook('onClose', async () => subscriber.disconnect());
});
