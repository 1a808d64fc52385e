import type { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';

/** PDF readers accept the signature anywhere in the first 1024 bytes. */
const headBytes = 1024;
const signature = Buffer.from('%PDF-');

/** Throws `asset.empty` or `writeup.contentNotPdf`, with `field`, before the first chunk. */
export async function* checkPdf(content: Readable, field: string): AsyncGenerator<Buffer, void> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    yield checkHead(head, field);
    head = null;
  }
  if (head) yield checkHead(head, field);
}

function checkHead(head: Buffer, field: string): Buffer {
  if (head.length === 0) throw new DomainError('asset.empty', { field });
  if (!head.subarray(0, headBytes).includes(signature)) throw new DomainError('writeup.contentNotPdf', { field });
  return head;
}
