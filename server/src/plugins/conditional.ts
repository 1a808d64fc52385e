import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Marks a reply with a weak ETag of its content. True when the caller has that content already: then 304 was sent and
 * the handler returns `answered`.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, value: unknown): boolean {
  const etag = `W/"${createHash('sha1').update(JSON.stringify(value)).digest('base64url')}"`;
  reply.header('ETag', etag).header('Cache-Control', 'no-cache, must-revalidate');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  const matches = known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2));
  if (matches) reply.code(304).send();
  return matches;
}
