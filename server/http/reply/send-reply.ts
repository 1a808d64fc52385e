// The one place where what a handler returns becomes a reply. A value goes through Fastify and its `onSend` hooks; documents
// and parts go past them (send-together.ts), so no hook may be added that they need.

import { invariant } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DocumentReply } from './document';
import { acceptsGzip } from './encoding';
import { gzipOf } from './gzip-parts';
import { PartsReply } from './reply-parts';
import { sendDocument } from './send-document';
import { endOfTurn, lengthOf, type Parts, sendWithoutHooks } from './send-together';

/** A reply that its handler has sent through `reply`: a stream, a 304 or an upgrade. `reply` itself is a promise of its end. */
export class Sent {
  readonly isSent = true;
}

export const sent = new Sent();

/** Below this, the headers are most of the reply. */
const compressedLengthMin = 1024;

/** Parts are cached and compressed once; brotli cannot join them. */
function sendParts(request: FastifyRequest, reply: FastifyReply, { parts }: PartsReply): void {
  const varies = String(reply.getHeader('vary') ?? '');
  if (!varies.includes('Accept-Encoding')) reply.header('vary', `Accept-Encoding${varies && `, ${varies}`}`);
  reply.header('content-type', 'application/json; charset=utf-8');
  const isGzip = lengthOf(parts) >= compressedLengthMin && acceptsGzip(request.headers['accept-encoding']);
  if (isGzip) reply.header('content-encoding', 'gzip');
  sendWithoutHooks(reply, isGzip ? [gzipOf(parts)] : parts);
}

/** Text of the reply: only what the schema names leaves. Throws when a value does not fit, which is our mistake. */
function writeValue(route: Route, value: unknown): string | undefined {
  const data = route.reply.parse(value);
  return data === undefined ? undefined : JSON.stringify(data);
}

/** Text of a call within another one, whose reply is the other one's. */
export async function partsOf(app: FastifyInstance, route: Route, result: unknown): Promise<Parts> {
  if (result instanceof DocumentReply) return [await result.document.read('identity')];
  if (result instanceof PartsReply) {
    app.checkParts(route, result);
    return result.parts;
  }
  invariant(!(result instanceof Sent), `${route.method} ${route.path} sends its reply itself`);
  return [writeValue(route, result) ?? 'null'];
}

/** Gives what Fastify has to send: the text of a value, or the reply where it is sent already. */
export async function sendReply(
  app: FastifyInstance,
  route: Route,
  { request, reply, result }: { request: FastifyRequest; reply: FastifyReply; result: unknown },
): Promise<string | undefined | FastifyReply> {
  if (result instanceof DocumentReply) {
    await sendDocument(result, request, reply);
    return reply;
  }
  if (result instanceof PartsReply) {
    app.checkParts(route, result);
    sendParts(request, reply, result);
    return reply;
  }
  if (result instanceof Sent) {
    if (!reply.sent) await endOfTurn();
    return reply;
  }
  const payload = writeValue(route, result);
  if (payload !== undefined) reply.header('content-type', 'application/json; charset=utf-8');
  await endOfTurn();
  return payload;
}
