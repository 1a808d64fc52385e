import type { Method } from '@vexil/contract/endpoint';
import type { Route } from '@vexil/contract/route';
import { acceptsPage, isPagePath } from '@vexil/rules/page-path.rules';
import fp from 'fastify-plugin';
import { sendRefusal } from './errors';
import type { SendPage } from './page';

interface Registered {
  method: string;
  url: string;
  route: Route | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    registered: readonly Registered[];
  }
}

/** Unknown paths of the API answer a JSON 404, other methods a JSON 405; the rest is the web client's. */
export const notFoundPlugin = fp<{ sendPage?: SendPage }>(async (app, { sendPage }) => {
  const patterns: { method: Method; pattern: RegExp }[] = [];
  const registered: Registered[] = [];
  app.decorate('registered', registered);
  app.addHook('onRoute', ({ config, method, url }) => {
    const route = config?.route;
    for (const one of [method].flat()) registered.push({ method: one, url, route });
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
    if (sendPage && isPagePath(path)) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        reply.header('Allow', 'GET, HEAD');
        return sendRefusal(request, reply, { code: 'request.methodNotAllowed' });
      }
      if (acceptsPage(request.headers.accept)) return sendPage(request, reply);
    }
    return sendRefusal(request, reply, { code: 'request.notFound' });
  });
});
