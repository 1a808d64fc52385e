import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendTogether } from '../send-together';

/** Whether an If-None-Match header names this weak ETag, or any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const known = header.split(',').map((tag) => tag.trim());
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

export interface ReplyAge {
  /** When what is shown changed last, where that is known; the tag may change without it. */
  modifiedAt?: Date | undefined;
  /** For a reply that is one caller's alone. */
  isPrivate?: boolean;
}

/** The last of some times, for `modifiedAt` of a list. */
export const lastOf = (times: readonly number[]): Date | undefined =>
  times.length === 0 ? undefined : new Date(Math.max(...times));

/** A weak ETag of all that a reply is made of. */
export const tagOf = (made: string | Buffer): string => `W/"${createHash('sha1').update(made).digest('base64url')}"`;

/**
 * Marks a reply with a weak ETag of its content. True when the caller has that content already: then 304 was sent and
 * the handler returns `answered`. Only the tag is compared: a date has whole seconds, so a second change within one of
 * them, or a removal from a list, would look unchanged.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, value: unknown, age?: ReplyAge): boolean {
  return isTagKnown(request, reply, tagOf(JSON.stringify(value)), age);
}

/** The same by a tag, where it is known without the content. */
export function isTagKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  { modifiedAt, isPrivate = false }: ReplyAge = {},
): boolean {
  reply.header('ETag', etag).header('Cache-Control', `${isPrivate ? 'private, ' : ''}no-cache, must-revalidate`);
  if (modifiedAt) reply.header('Last-Modified', modifiedAt.toUTCString());
  const matches = matchesEtag(request.headers['if-none-match'], etag);
  if (matches) sendTogether(reply.code(304));
  return matches;
}
