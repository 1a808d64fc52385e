import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { TooLargeError } from './storage';

export interface Measure {
  /** Yields the chunks; throws `TooLargeError` before the one that exceeds the limit. */
  through(content: Readable): AsyncGenerator<Buffer>;
  sizeBytes(): number;
  /** Hash of all chunks; may be called once. */
  hash(): string;
}

/** Counts and hashes a stream. */
export function createMeasure(sizeBytesMax: number): Measure {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > sizeBytesMax) throw new TooLargeError(sizeBytesMax);
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    through(content) {
      // An error before the first read would be unhandled and end the process; later readers still receive it.
      content.on('error', () => {});
      return pass(content as AsyncIterable<Buffer>);
    },
    sizeBytes: () => sizeBytes,
    hash: () => hash.digest('hex'),
  };
}
