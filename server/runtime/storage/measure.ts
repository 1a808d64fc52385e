import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { TooLargeError } from './storage';

export interface Measure {
  /** Passes the chunks on; throws `TooLargeError` before a chunk that is too much. */
  through(content: Readable): AsyncGenerator<Buffer>;
  sizeBytes(): number;
  /** Hash of all that went through; to be called once. */
  hash(): string;
}

/** Counts and hashes a content while it passes by. */
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
      // It may fail before anybody reads it, and an error that nobody hears ends the process; whoever reads it later
      // is told all the same.
      content.on('error', () => {});
      return pass(content as AsyncIterable<Buffer>);
    },
    sizeBytes: () => sizeBytes,
    hash: () => hash.digest('hex'),
  };
}
