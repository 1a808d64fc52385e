import {
  DomainError,
  type ErrorCode,
  type ErrorDetail,
  errorCatalogue,
  type LastSave,
  retryIn,
} from '@vexil/contract/errors';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import type { Language } from '@vexil/contract/languages';
import { isOutOfReach, isUnstorable } from '@vexil/db/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { InvalidRequest } from '../call/read-input';
import { isOutOfSpace } from '../guard/disk-space.rules';
import { noSpaceRetrySeconds } from '../guard/limits';
import { requestIdHeader } from '../observe/request-id';
import { errorText, languageOf } from './i18n';
import { sendWithoutHooks } from './send-together';

export interface Refusal {
  code: ErrorCode;
  params?: Record<string, string | number> | undefined;
  details?: ErrorDetail[] | undefined;
  title?: string;
  data?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
  current?: unknown;
  lastSave?: LastSave | undefined;
  proofOfWork?: HashPowChallenge | undefined;
  isVisitor?: boolean | undefined;
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.mediaType',
  FST_REQ_FILE_TOO_LARGE: 'asset.tooLarge',
  FST_ERR_BAD_URL: 'request.notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'request.notFound',
};

function readError(error: unknown): Refusal | null {
  if (error instanceof DomainError) {
    const { field, details, cause: _, ...same } = error.options;
    return {
      ...same,
      code: error.code,
      details: details ?? (field ? [{ path: field, message: '' }] : undefined),
    };
  }
  if (error instanceof InvalidRequest) {
    const [first] = error.details;
    const title = first?.path ? { title: `${first.path}: ${first.message}` } : {};
    return { code: error.code, details: error.details, ...title };
  }
  if (isUnstorable(error)) return { code: 'request.invalid' };
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && frameworkCodes[code]) return { code: frameworkCodes[code] };
  if (statusCode && statusCode >= 400 && statusCode < 500) return { code: 'request.invalid' };
  return null;
}

function statusOf({ code, isVisitor }: Pick<Refusal, 'code' | 'isVisitor'>): number {
  const { status, visitorStatus }: { status: number; visitorStatus?: number } = errorCatalogue[code];
  return (isVisitor ? visitorStatus : undefined) ?? status;
}

function writeText(refusal: Refusal, language: Language, requestId: string): string {
  const { code, params, details, data, current, lastSave, proofOfWork } = refusal;
  const status = statusOf(refusal);
  const { wireStatus } = errorCatalogue[code] as { wireStatus?: number };
  const title = refusal.title ?? errorText(code, language, params);
  return JSON.stringify({
    title,
    status: wireStatus ?? status,
    code,
    ...(details ? { details: details.map(({ path, message }) => ({ path, message: message || title })) } : {}),
    ...(data === undefined ? {} : { data }),
    ...(current === undefined ? {} : { current }),
    ...(lastSave ? { lastSave } : {}),
    ...(proofOfWork ? { proofOfWork } : {}),
    ...(status === 500 ? { requestId } : {}),
  });
}

// Made once for each language and set of values: a refusal must cost next to nothing.
const known = new Map<string, string>();
const knownMax = 1000;

function textOf(refusal: Refusal, language: Language, requestId: string): string {
  const { code, params, details, data, title, current, proofOfWork } = refusal;
  if (
    details ||
    data !== undefined ||
    current !== undefined ||
    proofOfWork ||
    title !== undefined ||
    errorCatalogue[code].status === 500
  ) {
    return writeText(refusal, language, requestId);
  }
  const asked = `${language} ${statusOf(refusal)} ${code}`;
  const key = params ? `${asked} ${JSON.stringify(params)}` : asked;
  const text = known.get(key);
  if (text !== undefined) return text;
  // Values may come from the caller.
  if (known.size >= knownMax) known.clear();
  const written = writeText(refusal, language, requestId);
  known.set(key, written);
  return written;
}

/** The only place that makes an error reply. Hooks of the reply do not run. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const { code, retryAfterSeconds } = refusal;
  const language = languageOf(request);
  // The framework closes the connection of an unread body. The unfinished plugin decides how long the rest is read, so
  // that the sender sees the refusal.
  if (code === 'request.timeout') reply.header('connection', 'close');
  else reply.removeHeader('connection');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  reply
    .code(statusOf(refusal))
    // The hook that sets it is passed by where an address cannot be read.
    .header(requestIdHeader, request.id)
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8');
  // The rest of an upload is read meanwhile, and may end the connection in this turn.
  const isUpload = request.routeOptions.config.route?.upload !== undefined;
  sendWithoutHooks(reply, [textOf(refusal, language, request.id)], isUpload);
}

export const sendBusy = (request: FastifyRequest, reply: FastifyReply, seconds: number): void =>
  sendRefusal(request, reply, { code: 'request.busy', ...retryIn(seconds) });

/** Anything unknown says nothing and is logged. */
function logFailure(error: unknown, request: FastifyRequest): Refusal {
  const who = { ip: request.ip, userName: request.actor?.userName };
  // First: a PostgreSQL without space ends the connection as well.
  if (isOutOfSpace(error)) {
    request.log.error({ event: 'request.no_space', err: error, ...who }, 'A request failed: no space left');
    return { code: 'request.noSpace', retryAfterSeconds: noSpaceRetrySeconds };
  }
  if (isOutOfReach(error)) {
    request.log.warn(
      { event: 'request.database_unreachable', err: error, ...who },
      'A request failed: database unreachable',
    );
    return { code: 'request.unavailable', retryAfterSeconds: 1 };
  }
  request.log.error({ event: 'request.failed', err: error, ...who }, 'A request failed');
  return { code: 'request.failed' };
}

/** What a call within another one is refused with, as its reply would say. */
export function refusalTextOf(error: unknown, request: FastifyRequest): string {
  return textOf(readError(error) ?? logFailure(error, request), languageOf(request), request.id);
}

const headersOfSuccess = ['etag', 'last-modified', 'content-encoding'] as const;

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // A handler may have set them before it failed.
  for (const name of headersOfSuccess) if (reply.hasHeader(name)) reply.removeHeader(name);
  sendRefusal(request, reply, readError(error) ?? logFailure(error, request));
}

export const errorsPlugin = fp(async (app) => {
  app.setErrorHandler(answerError);
});
