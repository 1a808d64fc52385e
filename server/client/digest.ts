import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NamedRoute } from '../src/reference/contract-modules';

const describe = (io: 'input' | 'output', schema: z.ZodType | undefined) =>
  schema && z.toJSONSchema(schema, { io, unrepresentable: 'any' });

function hashOf({ params, query, body, reply, ...route }: NamedRoute['route']): string {
  const schemas = [params, query, body].map((schema) => describe('input', schema));
  const text = JSON.stringify([route, ...schemas, describe('output', reply)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** A line for each route, so that a review sees which of them a change of the contract reaches. */
export const digestOf = (routes: readonly NamedRoute[]): string =>
  routes.map(({ group, name, route }) => `${hashOf(route)} ${group}.${name} ${route.method} ${route.path}\n`).join('');

export const digestFile = new URL('../contract/digest.txt', import.meta.url);
