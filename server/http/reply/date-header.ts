import fp from 'fastify-plugin';

/** The header has whole seconds. */
const toleratedMs = 1000;

/** Browsers count down by the `Date` of replies, so it is the platform's time also where this machine's clock is wrong. */
export const dateHeaderPlugin = fp(async (app) => {
  const { clock, databaseClock } = app.deps;
  app.addHook('onRequest', (_request, reply, done) => {
    if (Math.abs(databaseClock.skewMs() ?? 0) > toleratedMs) reply.raw.setHeader('Date', clock.now().toUTCString());
    done();
  });
});
