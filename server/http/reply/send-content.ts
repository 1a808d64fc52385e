import { pipeline, Readable, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';

function counted(content: Readable, sizeBytes: number): Readable {
  let left = sizeBytes;
  const check = (isWrong: boolean) =>
    isWrong ? new Error(`The content has another length than the ${sizeBytes} bytes that were announced.`) : null;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(check(left < 0), chunk);
    },
    flush: (done) => done(check(left > 0)),
  });
  // Fastify logs the error of what it sends.
  return pipeline(content, counter, () => undefined);
}

/**
 * Sends what a store gives, with its length. The connection ends where the content has another one: the next request on it
 * would be answered with what is left over.
 */
export function sendContent(reply: FastifyReply, sizeBytes: number, read: () => Readable): void {
  reply.header('Content-Length', sizeBytes);
  // An empty stream keeps the length that was set.
  reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : counted(read(), sizeBytes));
}
