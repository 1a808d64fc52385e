import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@vexil/contract/route';
import fp from 'fastify-plugin';
import { Counter } from 'prom-client';
import type { PartsReply } from './reply-parts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks a sample of the replies; in strict mode all, and throws. */
    checkParts(route: Route, reply: PartsReply): void;
  }
}

export const checkedOneIn = 1000;

function findMismatch(route: Route, reply: PartsReply): Error | undefined {
  try {
    const sent: unknown = JSON.parse(reply.parts.join(''));
    if (isDeepStrictEqual(route.reply.parse(sent), sent)) return undefined;
    return new Error(`A reply of ${route.method} ${route.path} has members that its schema does not name.`);
  } catch (cause) {
    return new Error(`A reply of ${route.method} ${route.path} does not fit its schema.`, { cause });
  }
}

/** Parsing every composed reply would cost more than the rest of the request, so a sample is checked. */
export const replyCheckPlugin = fp(async (app) => {
  const counts = new Map<Route, number>();
  let mismatches = 0;

  app.decorate('checkParts', (route, reply) => {
    const count = counts.get(route) ?? 0;
    counts.set(route, (count + 1) % checkedOneIn);
    if (count !== 0 && !app.deps.strict) return;
    const mismatch = findMismatch(route, reply);
    if (!mismatch) return;
    if (app.deps.strict) throw mismatch;
    mismatches += 1;
    const { method, path } = route;
    app.log.error({ event: 'reply.schema_mismatch', err: mismatch, method, route: path }, mismatch.message);
  });
  app.addHook('onReady', async () => {
    if (!app.metrics) return;
    new Counter({
      name: 'reply_schema_mismatches_total',
      help: 'Composed replies of the checked sample that did not fit their schema',
      registers: [app.metrics.registry],
      collect() {
        this.reset();
        this.inc(mismatches);
      },
    });
  });
});
