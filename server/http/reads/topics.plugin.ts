import { openSubscriber } from '@vexil/runtime/redis';
import { readTopics, topicsChannel } from '@vexil/runtime/topics';
import fp from 'fastify-plugin';

/** Bounds how long a lost message leaves an old answer. */
const pollMs = 1_000;

/** Receives the versions of topics: over Redis, after each connect, and by a poll of the database. */
export const sharedReplyPlugin = fp(async (app) => {
  const { config, keyPrefix, log, redisErrors, shared, topics } = app.deps;
  const subscriber = openSubscriber(config.redisUrl);
  let isPolling = false;

  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    try {
      await shared.poll();
    } catch (error) {
      log.warn({ event: 'shared_reply.poll_failed', err: error }, 'Reading the versions of topics failed');
    } finally {
      isPolling = false;
    }
  }

  subscriber.on('error', redisErrors);
  subscriber.on('ready', () => {
    subscriber.subscribe(topicsChannel(keyPrefix)).then(poll, redisErrors);
  });
  subscriber.on('message', (_channel: string, message: string) => topics.receive(readTopics(message)));
  const timer = setInterval(() => void poll(), pollMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    subscriber.disconnect();
  });
});
