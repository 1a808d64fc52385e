import { DomainError, type ErrorCode, type ErrorDetail, errorCatalogue } from '@vexil/contract/errors';
import { isOutOfReach, isUnstorable } from '@vexil/db/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { errorText, languageOf } from '../i18n';
import { InvalidRequest } from '../read-input';
import { requestIdHeader } from '../request-id';
import { sendTogether } from '../send-together';
import { isOutOfSpace } from './disk-space.rules';

interface Refusal {
  code: ErrorCode;
  params?: Record<string, string | number> | undefined;
  details?: ErrorDetail[] | undefined;
  title?: string;
  data?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
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
    const { params, field, details, data, retryAfterSeconds } = error.options;
    return {
      code: error.code,
      params,
      details: details ?? (field ? [{ path: field, message: '' }] : undefined),
      data,
      retryAfterSeconds,
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

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, params = {}, details, data, retryAfterSeconds } = refusal;
  const { status, wireStatus } = errorCatalogue[code] as { status: number; wireStatus?: number };
  const language = languageOf(request);
  const title = refusal.title ?? errorText(code, language, params);
  // The framework closes the connection of an unread body. The unfinished plugin decides how long the rest is read, so
  // that the sender sees the refusal.
  if (code === 'request.timeout') reply.header('Connection', 'close');
  else reply.removeHeader('Connection');
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(retryAfterSeconds)));
  return (
    reply
      .code(status)
      // The hook that sets it is passed by where an address cannot be read.
      .header(requestIdHeader, request.id)
      .header('Content-Language', language)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer((value: unknown) => JSON.stringify(value))
      .send({
        title,
        status: wireStatus ?? status,
        code,
        ...(details ? { details: details.map(({ path, message }) => ({ path, message: message || title })) } : {}),
        ...(data === undefined ? {} : { data }),
        ...(status === 500 ? { requestId: request.id } : {}),
      })
  );
}

// Made once for each language and time: under overload a refusal must cost next to nothing.
const busyTexts = new Map<string, string>();
const busyTextsMax = 500;

export function sendBusy(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const code = 'request.busy';
  const { status } = errorCatalogue[code];
  const language = languageOf(request);
  const key = `${language} ${seconds}`;
  const known = busyTexts.get(key);
  const text = known ?? JSON.stringify({ title: errorText(code, language, { seconds }), status, code });
  if (!known && busyTexts.size < busyTextsMax) busyTexts.set(key, text);
  reply.code(status).headers({
    'retry-after': String(seconds),
    'content-language': language,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  sendTogether(reply, [text]);
}

const noSpaceRetrySeconds = 30;

/** The only place that makes an error reply: a refusal keeps its code, anything unknown says nothing and is logged. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = readError(error);
  if (refusal) return sendRefusal(request, reply, refusal);
  const who = { ip: request.ip, userName: request.actor?.userName };
  // First: a PostgreSQL without space ends the connection as well.
  if (isOutOfSpace(error)) {
    request.log.error({ event: 'request.no_space', err: error, ...who }, 'A request failed: no space left');
    return sendRefusal(request, reply, { code: 'request.noSpace', retryAfterSeconds: noSpaceRetrySeconds });
  }
  if (isOutOfReach(error)) {
    request.log.warn(
      { event: 'request.database_unreachable', err: error, ...who },
      'A request failed: database unreachable',
    );
    return sendRefusal(request, reply, { code: 'request.unavailable', retryAfterSeconds: 1 });
  }
  request.log.error({ event: 'request.failed', err: error, ...who }, 'A request failed');
  return sendRefusal(request, reply, { code: 'request.failed' });
}

export const errorsPlugin = fp(async (app) => {
  app.setErrorHandler(answerError);
});
