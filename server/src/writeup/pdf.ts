import type { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';

/** Readers accept the mark anywhere in this much of the beginning. */
const headBytes = 1024;
const mark = Buffer.from('%PDF-');

/**
 * Hands content on as long as it begins like a PDF.
 * @throws DomainError `asset.empty` or `writeup.notPdf`, with `field`, before anything is handed on.
 */
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
  if (!head.subarray(0, headBytes).includes(mark)) throw new DomainError('writeup.notPdf', { field });
  return head;
}
