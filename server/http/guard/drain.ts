import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** Long-lived connections, which are not requests in flight. */
interface Draining {
  begin(): void;
  /** The shutdown waits for these, as it waits for requests. */
  pending(): number;
}

interface Drain {
  readonly hasBegun: boolean;
  add(connections: Draining): void;
  recordProbe(): void;
  /** Resolves when every accepted request is answered or the time is over, with the number of those that are left. */
  run(times?: { noticeMs?: number; notice?: Promise<void>; finishMs?: number }): Promise<number>;
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
  const draining: Draining[] = [];
  const count = () => draining.reduce((sum, one) => sum + one.pending(), app.limiter.inFlight.size);

  function begin(): void {
    hasBegun = true;
    for (const one of draining) one.begin();
    for (const { reply } of app.limiter.inFlight) reply.raw.shouldKeepAlive = false;
    app.platform.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  }

  app.decorate('drain', {
    get hasBegun() {
      return hasBegun;
    },
    add(connections) {
      draining.push(connections);
    },
    recordProbe() {
      probedAt = performance.now();
    },
    async run({ noticeMs, notice, finishMs = finishMsMax } = {}) {
      const isWatched = performance.now() - probedAt < watchedMs;
      begin();
      await (notice ?? delay(noticeMs ?? (isWatched ? noticeMsWatched : noticeMsAlone)));
      app.listeners.close();
      if (app.server.listening) app.server.close();
      const until = performance.now() + finishMs;
      while (count() > 0 && performance.now() < until) await delay(lookMs);
      const left = count();
      if (left > 0) app.server.closeAllConnections();
      return left;
    },
  });
});
