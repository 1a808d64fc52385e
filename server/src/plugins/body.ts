import type { IncomingMessage } from 'node:http';
import { DomainError } from '@vexil/contract/errors';
import { bodyBytesMaxDefault } from '@vexil/contract/route';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parseJson } from '../parse-json';

type Done = (error: Error | null, text: string) => void;

const tooLarge = (bytesMax: number) =>
  new DomainError('request.tooLarge', { params: { limit: `${Math.floor(bytesMax / 1024)} KiB` } });

/** Ends with `request.tooLarge`, before reading where the length is declared, or with `request.timeout`. */
function readText(request: FastifyRequest, payload: IncomingMessage, done: Done): void {
  const bytesMax = request.routeOptions.config.route?.bodyBytesMax ?? bodyBytesMaxDefault;
  if (Number(request.headers['content-length']) > bytesMax) {
    done(tooLarge(bytesMax), '');
    return;
  }
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
