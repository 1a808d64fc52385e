import { createHash } from 'node:crypto';
import { TooLargeError } from './storage';

export interface Measure {
  /** Passes the chunks on; throws `TooLargeError` before a chunk that is too much. */
  through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  sizeBytes(): number;
  /** Hash of all that went through; to be called once. */
  hash(): string;
}

/** Counts and hashes a content while it passes by. */
export function createMeasure(sizeBytesMax: number): Measure {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    async *through(chunks) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > sizeBytesMax) throw new TooLargeError(sizeBytesMax);
        hash.update(chunk);
        yield chunk;
      }
    },
    sizeBytes: () => sizeBytes,
    hash: () => hash.digest('hex'),
  };
}
