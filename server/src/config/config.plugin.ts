import { openRedis } from '@vexil/runtime/redis';
import fp from 'fastify-plugin';
import { settingsChannel } from './settings';

/** Hears that another process has stored settings, and drops this one's copy. */
export const configPlugin = fp(async (app) => {
  const { config, keyPrefix, log, settings } = app.deps;
  const subscriber = openRedis(config.redisUrl, {
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    autoResubscribe: false,
  });
  const warn = (error: unknown) => log.warn({ err: error }, 'Redis does not tell of changed settings');
  subscriber.on('error', warn);
  subscriber.on('ready', () => {
    subscriber.subscribe(settingsChannel(keyPrefix)).then(() => settings.forget(), warn);
  });
  subscriber.on('close', () => settings.forget());
  subscriber.on('message', () => settings.forget());
  app.addHook('onClose', async () => subscriber.disconnect());
});
