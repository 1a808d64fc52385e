import { DomainError } from '@vexil/contract/errors';
import type { FileRow } from '@vexil/db/schema/file';
import type { Deps } from '@vexil/http/deps';
import { sendContent } from '@vexil/http/reply/send-content';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from './byte-range';
import { isPicture, typeOfName, unknownType } from './content-type';
import { checkPreconditions, mayGiveRange } from './preconditions';

export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w .()+-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function typeFor(file: FileRow, name: string): string {
  const type = typeOfName(name);
  return type === unknownType && isPicture(file.contentType) ? file.contentType : type;
}

/** Only pictures show in the browser; other files are downloads in a sandbox. Throws `request.preconditionFailed`. */
export function sendFile(
  deps: Pick<Deps, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  { name, isPassing = false }: { name: string; isPassing?: boolean },
): void {
  const { hash, sizeBytes } = file;
  const current = { tag: `"${hash}"`, modifiedAt: file.createdAt };
  const condition = checkPreconditions(request.headers, current);
  if (condition === 'failed') throw new DomainError('request.preconditionFailed');
  reply
    .header('ETag', current.tag)
    .header('Last-Modified', current.modifiedAt.toUTCString())
    // The address contains the hash of the content, so a cached reply is never out of date; a link ends.
    .header('Cache-Control', isPassing ? 'private, no-store' : 'public, max-age=31536000, immutable')
    .header('Accept-Ranges', 'bytes');
  if (condition === 'notModified') {
    reply.code(304).send();
    return;
  }
  const type = typeFor(file, name);
  const ranged = request.method === 'GET' && mayGiveRange(request.headers, current);
  const range = ranged ? parseRange(request.headers.range, sizeBytes) : undefined;
  reply
    .type(type)
    .header('Content-Disposition', dispositionOf(isPicture(type) ? 'inline' : 'attachment', name))
    .header('Content-Security-Policy', "default-src 'none'; sandbox");
  if (range === null) {
    reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send(Buffer.alloc(0));
    return;
  }
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  sendContent(reply, range ? range.end - range.start + 1 : sizeBytes, () => deps.storage.read(hash, range));
}
