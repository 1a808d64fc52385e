import { containerMovedChannel } from '@vexil/runtime/container-announce';
import { openSubscriber } from '@vexil/runtime/redis';
import fp from 'fastify-plugin';

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
