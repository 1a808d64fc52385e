import type { Method } from '@vexil/contract/endpoint';
import type { Route } from '@vexil/contract/route';
import { acceptsPage, isPagePath } from '@vexil/rules/page-path.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { SendPage } from '../page/page';
import { sendRefusal } from './errors';

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

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  sendRefusal(request, reply.header('allow', allowed.join(', ')), { code: 'request.methodNotAllowed' });
}

/** Unlike the router, this finds the methods of a path. Calls are held by number of parts and by the first two. */
function createMethodList() {
  const byShape = new Map<string, { method: Method; parts: readonly string[] }[]>();
  const partsOf = (path: string) => path.toLowerCase().replace(/\/$/, '').split('/');
  const shapeOf = ({ length, 1: area = '', 2: name = '' }: readonly string[]) =>
    area === 'api' ? `${length} ${name}` : `${length} /${area}`;
  return {
    add({ method, path }: Route): void {
      if (method === 'ANY') return;
      const parts = partsOf(path);
      byShape.set(shapeOf(parts), [...(byShape.get(shapeOf(parts)) ?? []), { method, parts }]);
    },
    of(path: string): Method[] {
      const given = partsOf(path);
      const found = (byShape.get(shapeOf(given)) ?? []).filter(({ parts }) =>
        parts.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== '')),
      );
      return [...new Set(found.map(({ method }) => method))];
    },
  };
}

/** Refuses unknown paths of the API with a JSON 404 and other methods with a JSON 405, before anyone is authenticated. */
export const unknownPathPlugin = fp(async (app) => {
  const methods = createMethodList();
  const registered: Registered[] = [];
  app.decorate('registered', registered);
  app.addHook('onRoute', ({ config, method, url }) => {
    const route = config?.route;
    for (const one of [method].flat()) registered.push({ method: one, url, route });
    if (route) methods.add(route);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = pathOf(request);
    const allowed = methods.of(path);
    // Pages spend of their caller's budget, once that is known.
    if (allowed.length === 0 && isPagePath(path)) return done();
    app.spend('general', request).then(() => {
      if (allowed.length > 0) refuseMethod(request, reply, allowed);
      else sendRefusal(request, reply, { code: 'request.notFound' });
    }, done);
  });
});

/** Paths that are none of the API's are the web client's. */
export const notFoundPlugin = fp<{ sendPage?: SendPage }>(async (app, { sendPage }) => {
  app.setNotFoundHandler(async (request, reply) => {
    await app.spend('general', request);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    // A part of the web client that is gone since an update is no page either: a browser would keep it as a script.
    const isPage = sendPage !== undefined && isPagePath(pathOf(request));
    if (isPage && isReading && acceptsPage(request.headers.accept)) return sendPage(request, reply);
    if (isPage && !isReading) refuseMethod(request, reply, ['GET', 'HEAD']);
    else sendRefusal(request, reply, { code: 'request.notFound' });
    return reply;
  });
});
