import fp from 'fastify-plugin';

/** Bounds how long a lost message leaves an old answer. */
const pollMs = 1_000;

export const topicsPlugin = fp(async (app) => {
  const timer = setInterval(() => void app.deps.topics.poll(), pollMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
