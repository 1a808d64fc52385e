import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether an If-None-Match header names this weak ETag, or any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((tag) => tag.trim()) ?? [];
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/**
 * Marks a reply with a weak ETag of its content. True when the caller has that content already: then 304 was sent and
 * the handler returns `answered`.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, value: unknown): boolean {
  const etag = `W/"${createHash('sha1').update(JSON.stringify(value)).digest('base64url')}"`;
  reply.header('ETag', etag).header('Cache-Control', 'no-cache, must-revalidate');
  const matches = matchesEtag(request.headers['if-none-match'], etag);
  if (matches) reply.code(304).send();
  return matches;
}
