import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@vexil/contract/route';
import fp from 'fastify-plugin';
import { Counter } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks some of the replies that a route composes from prepared texts; in strict mode all, and throws. */
    checkComposedReply(route: Route, body: Buffer): void;
  }
}

/** The first composed reply of a route in each process is checked, and then one of so many. */
export const checkedOneIn = 1000;

function findMismatch(route: Route, body: Buffer): Error | undefined {
  try {
    const sent: unknown = JSON.parse(body.toString());
    if (isDeepStrictEqual(route.reply.parse(sent), sent)) return undefined;
    return new Error(`A reply of ${route.method} ${route.path} has members that its schema does not name.`);
  } catch (cause) {
    return new Error(`A reply of ${route.method} ${route.path} does not fit its schema.`, { cause });
  }
}

/**
 * Replies composed from prepared texts do not pass the schema of the whole reply, which would cost more than all the
 * rest. A sample of them does, so that a mistake in the parts is seen.
 */
export const replyCheckPlugin = fp(async (app) => {
  const counts = new Map<Route, number>();
  let mismatches = 0;

  app.decorate('checkComposedReply', (route, body) => {
    const count = counts.get(route) ?? 0;
    counts.set(route, (count + 1) % checkedOneIn);
    if (count !== 0 && !app.deps.strict) return;
    const mismatch = findMismatch(route, body);
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
