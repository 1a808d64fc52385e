import type { ErrorCode, ErrorDetail } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fieldText, languageOf } from '../reply/i18n';
import { describeIssue } from './field-text';
import { findText, readLeniently } from './lenient';

export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetail[],
  ) {
    super(code);
  }
}

export interface RouteInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

// A body may be wrong in a hundred thousand places.
const detailsMax = 50;

function read(schema: z.ZodType, value: unknown, request: FastifyRequest, code: ErrorCode): unknown {
  const result = schema.safeParse(readLeniently(schema, value), { reportInput: true });
  if (!result.success) {
    const language = languageOf(request);
    const details = result.error.issues
      .slice(0, detailsMax)
      .map((issue) => ({ path: issue.path.join('.'), message: describeIssue(issue, language) }));
    throw new InvalidRequest(code, details);
  }
  // PostgreSQL stores no NUL, and would not say which field has it.
  const path = findText(result.data, (text) => text.includes('\0'));
  if (path) {
    const message = fieldText('field.unstorable', languageOf(request));
    throw new InvalidRequest(code, [{ path: path.join('.').replaceAll('\0', ''), message }]);
  }
  return result.data;
}

type Given = Pick<FastifyRequest, 'params' | 'query' | 'body'>;
/** `given` is the request itself, or what a call within it was given. */
type Read = (request: FastifyRequest, given: Given) => unknown;

/** Bounds the memory that made-up addresses can take. */
const paramsKeptMax = 500;
const paramsKeptLengthMax = 40;

function paramsReader(schema: z.ZodType): Read {
  const known = new Map<string, unknown>();
  return (request, given) => {
    const values = Object.values(given.params as Record<string, string>);
    const key = values.length === 1 ? (values[0] ?? '') : JSON.stringify(values);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const params = Object.freeze(read(schema, given.params, request, 'request.notFound'));
    if (known.size >= paramsKeptMax) known.clear();
    if (key.length <= paramsKeptLengthMax) known.set(key, params);
    return params;
  };
}

function queryReader(schema: z.ZodType): Read {
  const none = schema.safeParse({});
  const empty = none.success ? Object.freeze(none.data) : undefined;
  return (request, given) => {
    if (empty !== undefined && given === request && !request.url.includes('?')) return empty;
    return read(schema, given.query, request, 'request.invalid');
  };
}

const nothing: Read = () => undefined;

/** Reads the path alone, before the body has arrived. Throws `InvalidRequest`. */
export function pathReader({ params }: Route): (request: FastifyRequest) => unknown {
  const readParams = params ? paramsReader(params) : nothing;
  return (request) => readParams(request, request);
}

/** Reads what a route declares of a request; the result is frozen. Throws `InvalidRequest`. */
export function inputReader(route: Route): (request: FastifyRequest, given?: Given) => RouteInput {
  const { body } = route;
  const readParams = route.params ? paramsReader(route.params) : nothing;
  const readQuery = route.query ? queryReader(route.query) : nothing;
  const readBody: Read = body ? (request, given) => read(body, given.body, request, 'request.invalid') : nothing;
  return (request, given = request) => {
    if (body && given.body === undefined) throw new InvalidRequest('request.bodyMissing', []);
    return { params: readParams(request, given), query: readQuery(request, given), body: readBody(request, given) };
  };
}
