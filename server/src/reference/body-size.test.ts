import { bodyBytesMaxDefault } from '@vexil/contract/route';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namedRoutes } from './contract-modules';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  format?: string;
  pattern?: string;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  maxProperties?: number;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** Clients that write only ASCII spell each UTF-16 unit in six bytes. */
const bytesPerUnit = 6;
const formatLengths: Record<string, number> = { guid: 36, uuid: 36, email: 320, uri: 2048, 'date-time': 40 };
const numberBytes = 26;

/** No body of any call was ever longer: lists of ten thousand flags are sent in parts. */
const bytesMax = 4 * 1024 * 1024;

/** Most bytes of a value that the schema takes, as JSON without spaces; infinite where nothing bounds it. */
function bytesOf(schema: Schema): number {
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length));
  if (schema.const !== undefined) return JSON.stringify(schema.const).length;
  const parts = schema.anyOf ?? schema.allOf;
  if (parts) return Math.max(...parts.map(bytesOf));
  if (Array.isArray(schema.type)) return Math.max(...schema.type.map((type) => bytesOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      // The only pattern is that of a colour.
      if (schema.pattern && schema.maxLength === undefined) return 64;
      return 2 + bytesPerUnit * (schema.maxLength ?? formatLengths[schema.format ?? ''] ?? Number.POSITIVE_INFINITY);
    case 'integer':
    case 'number':
      return numberBytes;
    case 'boolean':
    case 'null':
      return 5;
    case 'array':
      return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + bytesOf(schema.items ?? {}));
    case 'object': {
      const members = Object.entries(schema.properties ?? {});
      return members.reduce((sum, [name, member]) => sum + name.length + 4 + bytesOf(member), 2);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const routes = namedRoutes.flatMap(({ group, name, route }) => {
  if (!route.body) return [];
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  return [{ name: `${group}.${name}`, largest: bytesOf(schema), limit: route.bodyBytesMax ?? bodyBytesMaxDefault }];
});

describe('the limit of a body', () => {
  it('knows all calls that take one', () => expect(routes.length).toBeGreaterThan(30));

  it('is no larger than the next power of two that every valid body needs', () => {
    for (const { name, largest, limit } of routes) {
      if (limit > bodyBytesMaxDefault) expect([name, largest > limit / 2]).toEqual([name, true]);
    }
  });

  it.each(routes)('lets every valid body of $name through', ({ largest, limit }) => {
    expect(Math.min(largest, bytesMax)).toBeLessThanOrEqual(limit);
  });
});
