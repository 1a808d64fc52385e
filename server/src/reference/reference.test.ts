import { errorCatalogue } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { namedRoutes } from './contract-modules';
import { fieldTexts } from './field-texts';
import { describeRoutes } from './openapi';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every JSON object inside a value, with the way to it. */
function* objectsIn(value: unknown, way = ''): Generator<[string, Json]> {
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) yield* objectsIn(entry, `${way}/${index}`);
  if (!isJson(value)) return;
  yield [way, value];
  for (const [key, entry] of Object.entries(value)) yield* objectsIn(entry, `${way}/${key}`);
}

/** A document has no word for any method. */
const methodOf = ({ method }: Route) => (method === 'ANY' ? 'get' : method.toLowerCase());

let test: TestApp;
let document: Json;
beforeAll(async () => {
  test = await createTestApp();
  document = (await test.send({ url: '/api/openapi.json' })).body as Json;
});
afterAll(() => test.close());

const operationsOf = (value: Json) =>
  Object.entries(value.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the document of the API', () => {
  it('has every call the server answers', () => {
    const operations = operationsOf(document).map(({ path, method }) => `${method} ${path}`);
    const registered = [...test.app.calls]
      .map((route) => `${methodOf(route)} ${route.path.replace(/:([A-Za-z]+)/g, '{$1}')}`)
      .sort();
    expect(operations.sort()).toEqual(registered);
  });

  it('has a name of its own for every call', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of every member what it means', () => {
    const silent = [...objectsIn(document)]
      .filter(([way, value]) => isJson(value.properties) && !way.endsWith('/examples'))
      .flatMap(([way, { properties }]) =>
        Object.entries(properties as Json)
          .filter(([, property]) => isJson(property) && typeof property.description !== 'string')
          .map(([name]) => `${way.split('/').slice(-3).join('/')}: ${name}`),
      );
    expect([...new Set(silent)]).toEqual([]);
  });

  it('has no text that is used nowhere', () => {
    const objects = [...objectsIn(document)].map(([, value]) => value);
    const said = new Set(objects.map(({ description }) => description));
    const examples = new Set(objects.flatMap((value) => Object.values(value)));
    const texts = Object.entries(fieldTexts);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(([, { text, example }]) => !said.has(text) && !examples.has(example))).toEqual([]);
  });

  it('says of every parameter what it means, with an example', () => {
    const parameters = operationsOf(document).flatMap(({ path, operation }) =>
      (operation.parameters as Json[]).map((parameter) => ({ path, ...parameter }) as Json),
    );
    expect(parameters.filter(({ description, example }) => !description || example === undefined)).toEqual([]);
  });

  it('shows what a call takes and gives, and every refusal with its status', () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const responses = operation.responses as Record<string, Json>;
      expect(Object.keys(responses), `${method} ${path}`).toContain(path.startsWith('/api/proxy/') ? '101' : '200');
      for (const [status, { content }] of Object.entries(responses)) {
        const json = (content as Json | undefined)?.['application/json'] as Json | undefined;
        if (!json) continue;
        expect(json.example !== undefined || json.examples !== undefined, `${method} ${path} ${status}`).toBe(true);
        for (const [code, example] of Object.entries((json.examples ?? {}) as Record<string, Json>)) {
          expect(errorCatalogue).toHaveProperty([code]);
          expect((example.value as Json).code).toBe(code);
        }
      }
    }
  });

  it('refers to models that are there', () => {
    const models = (document.components as Json).schemas as Json;
    const references = [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    const missing = references.filter((reference) => !(reference.replace('#/components/schemas/', '') in models));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('gives examples that the schemas themselves take', () => {
    const paths = describeRoutes(namedRoutes).paths as Record<string, Record<string, Json>>;
    for (const { group, name, route } of namedRoutes) {
      if (!route.body) continue;
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const body = paths[path]?.[methodOf(route)]?.requestBody as { content: Record<string, Json> };
      const result = route.body.safeParse(body.content['application/json']?.example);
      expect(result.error?.issues ?? [], `${group}.${name}`).toEqual([]);
    }
  });
});

describe('the pages of the API', () => {
  it('are served with everything they need, under the content security policy', async () => {
    const page = await test.send({ url: '/api/docs' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const html = String(page.body);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    const addresses = [...html.matchAll(/(?:src|href)="(\/api[^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(4);
    for (const url of addresses) expect((await test.send({ url })).status, url).toBe(200);
  });
});
