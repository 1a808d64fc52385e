import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendWithoutHooks } from '../send-together';

export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const known = header.split(',').map((tag) => tag.trim());
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

export interface ReplyAge {
  modifiedAt?: Date | undefined;
  isPrivate?: boolean;
}

export const lastOf = (times: readonly number[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.max(...times));

export const tagOf = (made: string | Buffer): string => `W/"${createHash('sha1').update(made).digest('base64url')}"`;

/** True when 304 was sent; the handler then returns `answered`. Only tags are compared: dates have whole seconds. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, value: unknown, age?: ReplyAge): boolean {
  return isTagKnown(request, reply, tagOf(JSON.stringify(value)), age);
}

export function isTagKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  { modifiedAt, isPrivate = false }: ReplyAge = {},
): boolean {
  reply.header('ETag', etag).header('Cache-Control', `${isPrivate ? 'private, ' : ''}no-cache, must-revalidate`);
  if (modifiedAt) reply.header('Last-Modified', modifiedAt.toUTCString());
  const matches = matchesEtag(request.headers['if-none-match'], etag);
  if (matches) sendWithoutHooks(reply.code(304));
  return matches;
}
