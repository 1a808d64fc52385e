import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredContent {
  /** Lower-case hex SHA-256 of the content. */
  hash: string;
  sizeBytes: number;
}

/** Files by the hash of their content. Which of them are in use is the database's knowledge. */
export interface Storage {
  /** Reads the stream to its end; throws `TooLargeError` as soon as it is longer than allowed, and keeps nothing. */
  put(content: Readable, sizeBytesMax: number): Promise<StoredContent>;
  /** undefined when there is no such content. */
  size(hash: string): Promise<number | undefined>;
  /** Part of a file; both ends count, as in a Range header. */
  read(hash: string, range?: { start: number; end: number }): Readable;
  delete(hash: string): Promise<void>;
  /** Throws when nothing can be stored. */
  check(): Promise<void>;
}

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Storage in a directory of this machine; several processes may share it. */
export function openFileStorage(directory: string): Storage {
  const pathOf = (hash: string) => join(directory, hash.slice(0, 2), hash.slice(2, 4), hash);
  const temporaryPath = () => join(directory, 'incoming', randomUUID());
  return {
    async put(content, sizeBytesMax) {
      const temporary = temporaryPath();
      await mkdir(dirname(temporary), { recursive: true });
      const hash = createHash('sha256');
      let sizeBytes = 0;
      try {
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              sizeBytes += chunk.length;
              if (sizeBytes > sizeBytesMax) throw new TooLargeError(`The content has more than ${sizeBytesMax} bytes.`);
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(temporary),
        );
        const digest = hash.digest('hex');
        await mkdir(dirname(pathOf(digest)), { recursive: true });
        // Renaming is atomic, so a reader never sees half a file.
        await rename(temporary, pathOf(digest));
        return { hash: digest, sizeBytes };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async size(hash) {
      try {
        return (await stat(pathOf(hash))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read: (hash, range) => createReadStream(pathOf(hash), range),
    delete: (hash) => rm(pathOf(hash), { force: true }),
    async check() {
      const probe = temporaryPath();
      await mkdir(probe, { recursive: true });
      await rm(probe, { recursive: true });
    },
  };
}
