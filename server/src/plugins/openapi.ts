import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { errorCatalogue } from '../contract/errors';
import type { Route } from '../contract/route';
import { ErrorReply } from '../contract/wire';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return json;
};

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function bodyOf(route: Route): Json | undefined {
  if (route.upload) {
    const file = { type: 'string', format: 'binary' };
    const { field, many } = route.upload;
    const properties = { [field]: many ? { type: 'array', items: file } : file };
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties } } } };
  }
  if (!route.body) return undefined;
  return { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } };
}

function refusalsOf(route: Route): Json {
  const common = ['request.invalid', 'request.tooMany'] as const;
  const access = route.access === 'Anonymous' ? [] : (['account.unauthenticated', 'account.forbidden'] as const);
  const byStatus = new Map<number, string[]>();
  for (const code of [...common, ...access, ...route.errors]) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

function operationOf(route: Route): Json {
  const reply = schemaOf(route.reply, 'output');
  const empty = route.reply instanceof z.ZodUndefined;
  return {
    summary: route.summary,
    deprecated: route.alias ?? false,
    tags: [route.path.split('/')[2] ?? 'assets'],
    'x-access': route.access,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body || route.upload ? { requestBody: bodyOf(route) } : {}),
    security: route.access === 'Anonymous' ? [] : [{ session: [] }],
    responses: {
      200: { description: 'Done', ...(empty ? {} : { content: { 'application/json': { schema: reply } } }) },
      ...refusalsOf(route),
    },
  };
}

export function describeRoutes(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vexil', version: '1', license: { name: 'AGPL-3.0-or-later' } },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'GZCTF_Token' } },
    },
  };
}

/** Describes every implemented call at `/api/openapi.json`, from the same declarations that serve it. */
export const openapiPlugin = fp(async (app: FastifyInstance) => {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.route && method !== 'HEAD') routes.push(config.route);
  });
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(describeRoutes(routes));
    return reply.type('application/json; charset=utf-8').send(text);
  });
});
