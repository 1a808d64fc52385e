import type { Deps } from '@vexil/http/deps';
import { sendContent } from '@vexil/http/reply/send-content';
import type { StoredObject } from '@vexil/runtime/storage/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../asset/byte-range';
import { dispositionOf } from '../asset/send-file';

export function sendCapture(
  deps: Pick<Deps, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, sizeBytes, updatedAt }: StoredObject,
): void {
  const tag = `"${sizeBytes.toString(36)}-${updatedAt.getTime().toString(36)}"`;
  reply
    .type('application/octet-stream')
    .header('Content-Disposition', dispositionOf('attachment', key.slice(key.lastIndexOf('/') + 1)))
    .header('Cache-Control', 'private, no-cache')
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes');
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === tag ? parseRange(request.headers.range, sizeBytes) : undefined;
  if (range === null) {
    reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send(Buffer.alloc(0));
    return;
  }
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  sendContent(reply, range ? range.end - range.start + 1 : sizeBytes, () => deps.storage.readObject(key, range));
}
