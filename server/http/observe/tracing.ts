import type { RequestSpan } from '@vexil/runtime/tracing';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
  }
}

/** One trace for each request that the limiter admits; nothing at all where tracing is off. */
export const tracingPlugin = fp(async (app) => {
  const { tracing } = app.deps;
  if (tracing === null) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route, 'vexil.request_id': String(id) };
    // No traceparent of a client: anybody could decide what is recorded.
    request.span = tracing.beginRequest({ name: `${method} ${route}`, attributes }, request.waitedMs);
    request.span.run(done);
  });
  // A body arrives by events of its connection, which have another asynchronous context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500);
    done();
  });
});
