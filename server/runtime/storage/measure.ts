import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { TooLargeError } from './storage';

export interface Measure {
  /** Throws `TooLargeError` before the chunk that exceeds the limit. */
  through(content: Readable): AsyncGenerator<Buffer>;
  sizeBytes(): number;
  /** SHA-256 in hex; may be called once. Empty when nothing was hashed. */
  hash(): string;
}

export function createMeasure(sizeBytesMax: number, { isHashed }: { isHashed: boolean }): Measure {
  const hash = isHashed ? createHash('sha256') : null;
  let sizeBytes = 0;
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > sizeBytesMax) throw new TooLargeError(sizeBytesMax);
      hash?.update(chunk);
      yield chunk;
    }
  }
  return {
    through(content) {
      // An early error would be unhandled and end the process; later readers still receive it.
      content.on('error', () => {});
      return pass(content as AsyncIterable<Buffer>);
    },
    sizeBytes: () => sizeBytes,
    hash: () => hash?.digest('hex') ?? '',
  };
}
