import type { UploadSetting } from '@vexil/contract/endpoint';
import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { Binary, bodyBytesMaxDefault, type Route } from '@vexil/contract/route';
import { scopeOf } from '@vexil/contract/scope.rules';
import { englishErrors } from '@vexil/contract/texts';
import { ErrorReply } from '@vexil/contract/wire';
import { z } from 'zod';
import { type NamedRoute, registerModels } from './contract-modules';
import { exampleOf } from './example';
import { describeField, exampleOfField } from './field-texts';
import { type Json, SchemaBook } from './json-schema';
import { introduction, tagTexts } from './texts';

const errorSchema = { $ref: '#/components/schemas/Error' };

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', book: SchemaBook): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = book.of(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: description ?? describeField(name, undefined),
    schema: value,
    example: exampleOf(value, book.models, name),
  }));
}

const limitOfSetting: Record<UploadSetting, string> = {
  attachmentMaxMiB: '`attachmentBytesMax` of `/api/config`',
  packageMaxMiB: '`packageBytesMax` of `/api/config`',
};

function bodyOf(route: Route, book: SchemaBook): Json | undefined {
  if (route.upload) {
    const { field, many, sizeBytesMax } = route.upload;
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const described = { description: describeField(field, undefined) };
    const properties = { [field]: many ? { type: 'array', items: file, ...described } : { ...file, ...described } };
    const schema = { type: 'object', properties, required: [field] };
    const limit = typeof sizeBytesMax === 'number' ? `${sizeBytesMax / 1024 ** 2} MiB` : limitOfSetting[sizeBytesMax];
    const description = `At most ${limit}${many ? ' together' : ''}.`;
    return { required: true, description, content: { 'multipart/form-data': { schema } } };
  }
  if (!route.body) return undefined;
  const schema = book.of(route.body, 'input');
  const description = `At most ${(route.bodyBytesMax ?? bodyBytesMaxDefault) / 1024} KiB.`;
  return {
    required: true,
    description,
    content: { 'application/json': { schema, example: exampleOf(schema, book.models) } },
  };
}

function successOf(route: Route, book: SchemaBook): Json {
  if (route.reply === Binary) {
    return { description: 'The bytes', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  }
  if (route.reply instanceof z.ZodUndefined) return { description: 'Done; the body is empty' };
  const schema = book.of(route.reply, 'output');
  return {
    description: 'Done',
    content: { 'application/json': { schema, example: exampleOf(schema, book.models) } },
  };
}

function refusalCodesOf(route: Route): ErrorCode[] {
  const reading: ErrorCode[] = route.params || route.query || route.body || route.upload ? ['request.invalid'] : [];
  const path: ErrorCode[] = route.params ? ['request.notFound'] : [];
  const body: ErrorCode[] = route.body
    ? ['request.bodyMissing', 'request.bodyUnreadable', 'request.mediaType', 'request.tooLarge', 'request.timeout']
    : [];
  const upload: ErrorCode[] = route.upload ? ['request.mediaType', 'request.tooLarge', 'request.timeout'] : [];
  const access: ErrorCode[] =
    route.access === 'Anonymous'
      ? []
      : [
          'account.unauthenticated',
          'account.banned',
          'account.forbidden',
          ...(route.beforeFactor
            ? []
            : (['account.factorMissing', 'account.termsMissing', 'account.fieldsMissing'] as const)),
        ];
  return [
    ...new Set<ErrorCode>([
      ...reading,
      ...path,
      ...body,
      ...upload,
      ...access,
      ...(route.stepUp ? (['account.stepUpRequired'] as const) : []),
      'request.tooMany',
      'request.busy',
      ...route.errors,
    ]),
  ];
}

function exampleOfRefusal(code: ErrorCode): Json {
  const entry: { status: number; wireStatus?: number } = errorCatalogue[code];
  const title = englishErrors[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(exampleOfField(name) ?? 3));
  return { summary: title, value: { title, status: entry.wireStatus ?? entry.status, code } };
}

function refusalsOf(route: Route): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalCodesOf(route)) {
    const { status, visitorStatus }: { status: number; visitorStatus?: number } = errorCatalogue[code];
    for (const one of visitorStatus ? [status, visitorStatus] : [status])
      byStatus.set(one, [...(byStatus.get(one) ?? []), code]);
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map((code) => [code, exampleOfRefusal(code)]));
      const content = { 'application/json': { schema: errorSchema, examples } };
      const headers = status === 429 ? { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } : {};
      return [String(status), { description: codes.join(', '), headers, content }];
    }),
  );
}

const accessTexts: Record<Route['access'], string> = {
  Anonymous: 'Everybody may call it.',
  User: 'Needs an account.',
  Monitor: 'Needs the role Monitor or Admin.',
  Admin: 'Needs the role Admin.',
  organiser: 'For organisers of the game, and administrators.',
  observer: 'For observers and organisers of the game, and monitors.',
};

function descriptionOf(route: Route): string {
  const scope = scopeOf(route);
  const token = scope === null ? 'By session only.' : `API tokens need the scope \`${scope}\`.`;
  const older = route.alias ? 'Kept for older clients.' : '';
  const proof = route.stepUp ? 'Asks a session for a fresh proof of its factor.' : '';
  return [accessTexts[route.access], route.access === 'Anonymous' ? '' : token, proof, older].filter(Boolean).join(' ');
}

const tagOf = (route: Route) => {
  const [, first = '', second = ''] = route.path.split('/');
  if (first !== 'api') return first;
  return second in tagTexts ? second : 'info';
};

function securityOf(route: Route): Json[] {
  if (route.access === 'Anonymous') return [];
  const scope = scopeOf(route);
  return scope === null ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
}

function successesOf(route: Route, book: SchemaBook): Record<string, Json> {
  if (!route.upgrade) return { 200: successOf(route, book) };
  return {
    101: { description: 'The WebSocket is open' },
    204: { description: 'It would open; the answer to every request that is no upgrade, of any method' },
  };
}

function operationOf({ group, name, route }: NamedRoute, book: SchemaBook): Json {
  const body = bodyOf(route, book);
  return {
    operationId: `${group}.${name}`,
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.alias ? { deprecated: true } : {}),
    tags: [tagOf(route)],
    'x-access': route.access,
    parameters: [...parametersOf(route.params, 'path', book), ...parametersOf(route.query, 'query', book)],
    ...(body ? { requestBody: body } : {}),
    security: securityOf(route),
    responses: { ...successesOf(route, book), ...refusalsOf(route) },
  };
}

export function describeRoutes(routes: readonly NamedRoute[]): Json {
  const book = new SchemaBook(registerModels());
  book.of(ErrorReply, 'output');
  const paths: Record<string, Json> = {};
  for (const named of routes) {
    const path = named.route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [named.route.method === 'ANY' ? 'get' : named.route.method.toLowerCase()]: operationOf(named, book),
    };
  }
  const tags = [...new Set(routes.map(({ route }) => tagOf(route)))].sort();
  return {
    openapi: '3.1.0',
    info: { title: 'Vexil', version: '1', description: introduction, license: { name: 'AGPL-3.0-or-later' } },
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? '' })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      schemas: Object.fromEntries(Object.entries(book.models).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'GZCTF_Token', description: 'The session of a browser' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token with the scope of the call' },
      },
    },
  };
}
