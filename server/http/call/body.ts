import type { IncomingMessage } from 'node:http';
import { DomainError } from '@vexil/contract/errors';
import { bodyBytesMaxDefault } from '@vexil/contract/route';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { kibibytes } from '../guard/limits';
import { type Refusal, sendRefusal } from '../reply/errors';
import { parseJson } from './parse-json';

type Done = (error: Error | null, text: string) => void;

const bytesMaxOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.route?.bodyBytesMax ?? bodyBytesMaxDefault;

const tooLarge = (bytesMax: number) => new DomainError('request.tooLarge', { params: { limit: kibibytes(bytesMax) } });

const isJson = /^application\/json\s*(;|$)/i;
const isMultipart = /^multipart\/form-data\s*(;|$)/i;

function refusalOf(request: FastifyRequest): Refusal | null {
  const { 'content-length': length, 'content-type': type = '' } = request.headers;
  if (length === undefined || !(Number(length) > 0) || isMultipart.test(type)) return null;
  // Bodies of these are not read.
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const bytesMax = bytesMaxOf(request);
  if (Number(length) > bytesMax) return { code: 'request.tooLarge', params: { limit: kibibytes(bytesMax) } };
  return isJson.test(type) ? null : { code: 'request.mediaType' };
}

/** Ends with `request.tooLarge` or `request.timeout`. */
function readText(request: FastifyRequest, payload: IncomingMessage, done: Done): void {
  const bytesMax = bytesMaxOf(request);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isOver = false;

  function end(error: Error | null, text = ''): void {
    if (isOver) return;
    isOver = true;
    payload.off('data', add).off('end', finish).off('error', fail).off('close', leave);
    // The unfinished plugin decides how much of the rest is read and discarded.
    if (error) payload.resume();
    done(error, text);
  }
  function add(chunk: Buffer): void {
    sizeBytes += chunk.length;
    if (sizeBytes > bytesMax) end(tooLarge(bytesMax));
    else chunks.push(chunk);
  }
  const finish = () => end(null, Buffer.concat(chunks, sizeBytes).toString());
  const fail = (cause: Error) => end(new DomainError('request.invalid', { cause }));
  const leave = () => end(new DomainError('request.invalid'));
  payload.on('data', add).once('end', finish).once('error', fail).once('close', leave);
  request.server.unfinished.noteReading(request, end);
}

function parse(text: string, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    done(new DomainError('request.bodyUnreadable', { cause }));
    return;
  }
  done(null, body);
}

/** Reads the bodies of calls: JSON, or nothing. Bodies sent to unknown addresses are not read. */
export const bodyPlugin = fp(async (app) => {
  // What the headers say of a body is refused before its sender is known, a budget is spent or a byte read.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = request.routeOptions.config.route ? refusalOf(request) : null;
    if (!refusal) return done();
    // Discarded as it comes: buffered, it would stop the socket again and again.
    request.raw.resume();
    sendRefusal(request, reply, refusal);
  });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // A call without a body may still name a content type; whether it needed one is the route's business.
  app.addContentTypeParser('application/json', (request, payload, done) => {
    if (request.is404) return done(null, undefined);
    readText(request, payload, (error, text) => {
      if (error || text === '') done(error, undefined);
      else parse(text, done);
    });
  });
  // An empty body is none under any name; clients send the strangest types along with it.
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.is404) return done(null, undefined);
    readText(request, payload, (error, text) => {
      done(error ?? (text === '' ? null : new DomainError('request.mediaType')), undefined);
    });
  });
});
