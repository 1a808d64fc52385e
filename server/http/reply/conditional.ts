import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag, tagOf } from './etag';
import { sendWithoutHooks } from './send-together';

export interface ReplyAge {
  modifiedAt?: Date | undefined;
  isPrivate?: boolean;
}

/** True when 304 was sent; the handler then returns `sent`. Only tags are compared: dates have whole seconds. */
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
