import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

interface Leaving {
  raw: ServerResponse;
  parts: Parts;
}

type Parts = readonly (Buffer | string)[];

const lengthOf = (parts: Parts) => parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

let leaving: Leaving[] = [];

function sendAll(): void {
  const all = leaving;
  leaving = [];
  for (const { raw, parts } of all) {
    // Whoever asked may have gone meanwhile.
    if (raw.destroyed) continue;
    for (const [index, part] of parts.entries()) if (index < parts.length - 1) raw.write(part);
    raw.end(parts.at(-1));
  }
}

/**
 * Answers with the status and the headers that were set before and these bytes, at the end of this turn of the event loop
 * and together with all others that are ready then. What one reply costs is mostly that the system wakes who waits for
 * it; many that leave one right after the other find the other side awake. Bytes are not copied. Hooks on the payload are
 * passed by, so what those would add has to be in the headers already.
 */
export function sendTogether(reply: FastifyReply, parts: Parts = []): void {
  if (reply.statusCode !== 304) reply.header('content-length', lengthOf(parts).toString());
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  // First, so that a header that cannot be sent is still answered with an error.
  reply.raw.writeHead(reply.statusCode, headers);
  reply.hijack();
  if (leaving.push({ raw: reply.raw, parts }) === 1) setImmediate(sendAll);
}
