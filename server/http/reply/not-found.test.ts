import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notFoundPlugin, unknownPathPlugin } from './not-found';

const app = fastify();
beforeAll(async () => {
  app.decorate('spend', async () => {});
  await app.register(unknownPathPlugin);
  await app.register(notFoundPlugin, { sendPage: async (_request, reply) => reply.type('text/html').send('page') });
});
afterAll(() => app.close());

describe('an address that nothing answers', () => {
  it.each(['GET', 'HEAD'] as const)('gets the page with %s', async (method) => {
    const reply = await app.inject({ method, url: '/games/12?from=a.b' });
    expect(reply).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html' } });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('refuses %s of a page', async (method) => {
    const reply = await app.inject({ method, url: '/games/12' });
    expect(reply).toMatchObject({ statusCode: 405, headers: { allow: 'GET, HEAD' } });
    expect(reply.json()).toMatchObject({ status: 405, code: 'request.methodNotAllowed' });
  });

  it.each(['/openapi/v1.json', '/.env', '/api/unknown', '/api/unknown.json'])('is a JSON 404 for %s', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const reply = await app.inject({ method, url, headers: { accept: 'text/html' } });
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ status: 404, code: 'request.notFound' });
    }
  });

  it('is a JSON 404 for a caller that takes no page', async () => {
    const reply = await app.inject({ url: '/games/12', headers: { accept: 'application/json' } });
    expect(reply.json()).toMatchObject({ status: 404, code: 'request.notFound' });
  });
});
