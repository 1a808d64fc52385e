import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import type { CaptureRow } from '@vexil/db/schema/capture';
import { captureKey } from '@vexil/runtime/capture-key';
import type { BaseDeps } from '@vexil/runtime/deps';
import { CaptureFormatError, PacketParser } from '@vexil/runtime/pcap/parser.rules';
import { StreamFollower } from '@vexil/runtime/pcap/streams.rules';
import { NotStoredError } from '@vexil/runtime/storage/storage';
import type { StreamScanner } from './scanner';

/** No file of the recorder is larger by far; this bounds what a file of another origin can expand to. */
const bytesMax = 1024 * 1024 * 1024;

const isUnreadable = (error: unknown): boolean =>
  error instanceof NotStoredError ||
  error instanceof CaptureFormatError ||
  (error instanceof Error && 'code' in error && /^Z_|^ERR_ZLIB/.test(String(error.code)));

/** Scans a stored file. @returns its bytes without compression; null for another format or a deleted file */
export async function scanCapture(
  { storage }: Pick<BaseDeps, 'storage'>,
  row: CaptureRow,
  scanner: StreamScanner,
  signal: AbortSignal,
): Promise<number | null> {
  const [parser, follower] = [new PacketParser(), new StreamFollower()];
  let bytes = 0;
  let failure: unknown;
  async function scan(chunks: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw new CaptureFormatError();
        for (const packet of parser.push(chunk)) {
          const piece = follower.follow(packet);
          if (piece) await scanner.add(piece);
        }
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // One that was cut off is read as far as it goes.
  const unpacked = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  try {
    await pipeline(storage.readObject(captureKey(row)), unpacked, scan, { signal });
    await scanner.endFile();
    return bytes;
  } catch (error) {
    // The pipeline may report the end of a stream that an error here caused.
    const cause = failure ?? error;
    if (isUnreadable(cause)) return null;
    throw cause;
  }
}
