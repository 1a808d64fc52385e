import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@vexil/contract/route';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { namedRoutes } from './contract-modules';
import { docsPage, docsScript, docsStyle } from './docs-page';
import { describeRoutes } from './openapi';

declare module 'fastify' {
  interface FastifyInstance {
    calls: ReadonlySet<Route>;
  }
}

const hourCache = 'public, max-age=3600';

function findClientFile(): string | undefined {
  return ['../../client/vexil.ts', '../../server/client/vexil.ts']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
}

const viewerFiles = {
  'viewer.js': { file: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  'viewer.css': { file: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
} as const;

export const referencePlugin = fp(async (app: FastifyInstance) => {
  const calls = new Set<Route>();
  app.decorate('calls', calls);
  app.addHook('onRoute', ({ config }) => {
    if (config?.route) calls.add(config.route);
  });
  const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let text: string | undefined;

  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(describeRoutes(namedRoutes.filter(({ route }) => calls.has(route))));
    return reply.type('application/json; charset=utf-8').send(text);
  });

  app.get('/api/client.ts', async (_request, reply) => {
    const path = findClientFile();
    if (!path) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').send(await readFile(path));
  });

  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage));
  app.get('/api/docs/start.js', async (_request, reply) => {
    return reply.type('text/javascript; charset=utf-8').header('Cache-Control', hourCache).send(docsScript);
  });
  app.get('/api/docs/look.css', async (_request, reply) => {
    return reply.type('text/css; charset=utf-8').header('Cache-Control', hourCache).send(docsStyle);
  });
  for (const [name, { file, type }] of Object.entries(viewerFiles)) {
    app.get(`/api/docs/${name}`, async (_request, reply) => {
      return reply
        .type(type)
        .header('Cache-Control', hourCache)
        .send(await readFile(join(viewer, file)));
    });
  }
});
