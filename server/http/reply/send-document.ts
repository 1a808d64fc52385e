import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audience, DocumentReply, Encodable } from './document';
import { chooseEncoding } from './encoding';
import { matchesEtag } from './etag';
import { sendWithoutHooks } from './send-together';

type Head = Record<string, string>;

/** By audience; garbage collected with the document. */
const heads = new WeakMap<Encodable, Map<string, Head>>();

export const varyOf = (always: string, { variesByCaller }: Audience) =>
  variesByCaller ? `${always}, Cookie, Authorization` : always;

function headOf(source: Encodable, audience: Audience): Head {
  const key = audience.isPrivate ? 'private' : audience.variesByCaller ? 'varies' : 'everyone';
  const ofSource = heads.get(source) ?? new Map<string, Head>();
  const known = ofSource.get(key);
  if (known) return known;
  const head: Head = {
    etag: source.etag,
    'cache-control': `${audience.isPrivate ? 'private, ' : ''}no-cache, must-revalidate`,
    vary: varyOf('Accept-Encoding', audience),
  };
  if (source.modifiedAt !== undefined) head['last-modified'] = new Date(source.modifiedAt).toUTCString();
  heads.set(source, ofSource.set(key, head));
  return head;
}

export async function sendDocument(
  { document: source, audience }: DocumentReply,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(headOf(source, audience));
  if (matchesEtag(request.headers['if-none-match'], source.etag)) {
    sendWithoutHooks(reply.code(304));
    return;
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  const encoding = source.isSmall ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  sendWithoutHooks(reply, [await source.read(encoding)]);
}
