import fp from 'fastify-plugin';
import { createHealthWatch } from './health-watch';

const everyMs = 15_000;

export const healthAlertPlugin = fp(async (app) => {
  const watch = createHealthWatch(app);
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= watch.round().finally(() => {
        running = undefined;
      });
    }, everyMs);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
});
