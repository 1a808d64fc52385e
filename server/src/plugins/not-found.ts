import fp from 'fastify-plugin';
import type { Method } from '../contract/route';
import { sendRefusal } from './errors';

/** An unknown path of the API is a JSON 404, a known one with another method a JSON 405; the rest is the web's. */
export const notFoundPlugin = fp<{ page?: Buffer }>(async (app, { page }) => {
  const patterns: { method: Method; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ config }) => {
    const route = config?.route;
    if (!route || route.method === 'ANY') return;
    const pattern = route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
    patterns.push({ method: route.method, pattern: new RegExp(`^${pattern}/?$`, 'i') });
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length > 0) {
      reply.header('Allow', [...new Set(methods)].join(', '));
      return sendRefusal(request, reply, { code: 'request.methodNotAllowed' });
    }
    // A part of the web client that is gone since an update is no page either: a browser would keep it as a script.
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|hub|assets|static)(\/|$)/i.test(path);
    if (isPage && page) {
      return reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-store, no-cache, must-revalidate, max-age=0')
        .send(page);
    }
    return sendRefusal(request, reply, { code: 'request.notFound' });
  });
});
