import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';

interface Drain {
  readonly hasBegun: boolean;
  recordProbe(): void;
  /** Resolves when every accepted request is answered or the time is over, with the number left unanswered. */
  run(times?: { noticeMs?: number; finishMs?: number }): Promise<number>;
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
}

/** Load balancers probe every two to ten seconds. */
const watchedMs = 30_000;
const noticeMsWatched = 5000;
/** Clients that send one request after the other see with their next reply that this connection ends. */
const noticeMsAlone = 500;
const finishMsMax = 20_000;
const lookMs = 20;

export const drainPlugin = fp(async (app) => {
  let hasBegun = false;
  let probedAt = Number.NEGATIVE_INFINITY;

  function begin(): void {
    hasBegun = true;
    for (const { reply } of app.limiter.inFlight) reply.raw.shouldKeepAlive = false;
    app.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  }

  app.decorate('drain', {
    get hasBegun() {
      return hasBegun;
    },
    recordProbe() {
      probedAt = performance.now();
    },
    async run({ noticeMs, finishMs = finishMsMax } = {}) {
      const isWatched = performance.now() - probedAt < watchedMs;
      begin();
      await delay(noticeMs ?? (isWatched ? noticeMsWatched : noticeMsAlone));
      app.listeners.close();
      if (app.server.listening) app.server.close();
      const until = performance.now() + finishMs;
      while (app.limiter.inFlight.size > 0 && performance.now() < until) await delay(lookMs);
      const left = app.limiter.inFlight.size;
      if (left > 0) app.server.closeAllConnections();
      return left;
    },
  });
});
