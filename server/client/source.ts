import { Binary, type Route } from '@vexil/contract/route';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { z } from 'zod';
import { type NamedRoute, registerModels } from '../src/reference/contract-modules';
import { type Json, SchemaBook } from '../src/reference/json-schema';
import { clientRuntime } from './runtime';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const typeName = ({ group, name }: NamedRoute, part: string) => `${capital(group)}${capital(name)}${part}`;

/** Types of one call's parts, by the name they get. */
function partsOf(named: NamedRoute, book: SchemaBook): Record<string, Json> {
  const { params, query, body, reply } = named.route;
  const parts: Record<string, Json> = {};
  if (params) parts[typeName(named, 'Params')] = book.of(params, 'input');
  if (query) parts[typeName(named, 'Query')] = book.of(query, 'input');
  if (body) parts[typeName(named, 'Body')] = book.of(body, 'input');
  if (reply !== Binary && !(reply instanceof z.ZodUndefined)) {
    parts[typeName(named, 'Reply')] = book.of(reply, 'output');
  }
  return parts;
}

function replyTypeOf(named: NamedRoute): string {
  if (named.route.reply === Binary) return 'Response';
  return named.route.reply instanceof z.ZodUndefined ? 'void' : typeName(named, 'Reply');
}

const needsNothing = (query: z.ZodType) => query.safeParse({}).success;

function inputOf(named: NamedRoute): string {
  const { params, query, body, upload } = named.route;
  const members = [
    params ? `params: ${typeName(named, 'Params')}` : '',
    query ? `query${needsNothing(query) ? '?' : ''}: ${typeName(named, 'Query')}` : '',
    body ? `body: ${typeName(named, 'Body')}` : '',
    upload ? `files: ${upload.many ? 'readonly UploadFile[]' : 'readonly [UploadFile]'}` : '',
  ].filter(Boolean);
  if (members.length === 0) return '';
  const allOptional = members.every((member) => member.startsWith('query?'));
  return `input${allOptional ? '?' : ''}: { ${members.join('; ')} }, `;
}

function methodOf(named: NamedRoute): string {
  const { method, path, upload, reply, summary, alias } = named.route;
  const hint = reply === Binary ? 'bytes' : reply instanceof z.ZodUndefined ? 'nothing' : 'json';
  const call = JSON.stringify({ method, path, reply: hint, ...(upload ? { field: upload.field } : {}) });
  const input = inputOf(named);
  return [
    `      /** ${summary}. \`${method} ${path}\`${alias ? '\n       * @deprecated Kept for older clients.' : ''} */`,
    `      ${named.name}: (${input}options?: CallOptions) =>`,
    `        send<${replyTypeOf(named)}>(${call}, ${input === '' ? '{}' : 'input ?? {}'}, options),`,
  ].join('\n');
}

function groupsOf(routes: readonly NamedRoute[]): string {
  const groups = [...new Set(routes.map(({ group }) => group))];
  return groups
    .map((group) => {
      const methods = routes.filter((named) => named.group === group).map(methodOf);
      return `    ${group}: {\n${methods.join('\n')}\n    },`;
    })
    .join('\n');
}

/** The generator knows tuples as earlier drafts of JSON Schema wrote them. */
function asTuple(_name: string, value: unknown): unknown {
  const { prefixItems: items } = (value ?? {}) as { prefixItems?: unknown[] };
  return Array.isArray(items) ? { ...(value as Json), items, minItems: items.length, maxItems: items.length } : value;
}

const references = (value: Json): JSONSchema =>
  JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/definitions/'), asTuple) as JSONSchema;

/**
 * A TypeScript client of the calls in one file without dependencies: types, errors, sessions, tokens, uploads. The same
 * declarations give the same text.
 */
export async function writeClient(routes: readonly NamedRoute[]): Promise<string> {
  const usable = routes.filter(({ route }) => isPlain(route));
  const book = new SchemaBook(registerModels());
  const parts: [string, Json][] = usable.flatMap((named) => Object.entries(partsOf(named, book)));
  const aliases = parts.filter(([, schema]) => modelOf(schema) !== undefined);
  const shapes = parts.filter(([, schema]) => modelOf(schema) === undefined);
  const definitions = { ...book.models, ...Object.fromEntries(shapes) };
  const types = await compile(references({ title: 'Unused', type: 'object', definitions }), 'Unused', {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 120, singleQuote: true },
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
  });
  const aliasLines = aliases
    .filter(([name, schema]) => name !== modelOf(schema))
    .map(([name, schema]) => `export type ${name} = ${modelOf(schema)};`);
  return clientRuntime
    .replace('/* types */', () => withoutNoise(types).concat('\n\n', aliasLines.join('\n')))
    .replace('/* calls */', () => groupsOf(usable));
}

/** The compiler says of each type which definition it came from, which is the name itself. */
const withoutNoise = (types: string) =>
  types
    .replace(/export interface Unused \{[^}]*\}\n?/, '')
    .replace(/\/\*\*\n \* This interface was referenced by[^/]*\*\/\n/g, '')
    .replace(/\n \*\n \* This interface was referenced by[^/]*\*\//g, '\n */')
    .trim();

/** Name of the model when the schema is nothing but a reference to it. */
const modelOf = ({ $ref }: Json) => (typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined);

/** What can be asked with one request; the relay for WebSockets cannot. */
const isPlain = (route: Route) => ['GET', 'POST', 'PUT', 'DELETE'].includes(route.method);
