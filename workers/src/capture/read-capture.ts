import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import { captureMatchesMax } from '@vexil/contract/capture.limits';
import type { CaptureRow } from '@vexil/db/schema/capture';
import { captureKey } from '@vexil/runtime/capture-key';
import { CaptureFormatError, PacketParser } from '@vexil/runtime/pcap/parser.rules';
import { StreamFollower } from '@vexil/runtime/pcap/streams.rules';
import { NotStoredError } from '@vexil/runtime/storage/storage';
import type { WorkerDeps } from '../deps';
import { findPartBefore } from './capture.queries';
import type { Matcher } from './matcher';
import { type ScannedMatch, StreamScanner } from './scanner';

/** No file of the recorder is larger by far; this bounds what a file of another origin can expand to. */
const bytesMax = 1024 * 1024 * 1024;

const isUnreadable = (error: unknown): boolean =>
  error instanceof NotStoredError ||
  error instanceof CaptureFormatError ||
  (error instanceof Error && 'code' in error && /^Z_|^ERR_ZLIB/.test(String(error.code)));

/** @returns bytes of the file without compression; null for another format or a deleted file */
async function readCapture(
  { storage }: WorkerDeps,
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
          if (piece) scanner.add(piece);
        }
      }
      scanner.endFile();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // One that was cut off is read as far as it goes.
  const unpacked = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  try {
    await pipeline(storage.readObject(captureKey(row)), unpacked, scan, { signal });
    return bytes;
  } catch (error) {
    // The pipeline may report the end of a stream that an error here caused.
    const cause = failure ?? error;
    if (isUnreadable(cause)) return null;
    throw cause;
  }
}

export interface ScannedCapture {
  /** Without compression; null for one that cannot be read. */
  bytes: number | null;
  /** The first ones, in the order of packets. */
  found: ScannedMatch[];
}

/** Scans stored files one after the other. */
export class CaptureReader {
  private scanner: StreamScanner | undefined;
  private before: CaptureRow | undefined;
  private found: ScannedMatch[] = [];

  constructor(
    private readonly deps: WorkerDeps,
    private readonly signal: AbortSignal,
    private readonly matcherOf: (challengeId: number) => Promise<{ matcher: Matcher }>,
  ) {}

  async scan(file: CaptureRow, isWanted: (match: ScannedMatch) => boolean = () => true): Promise<ScannedCapture> {
    const scanner = await this.scannerFor(file, isWanted);
    this.found = [];
    const bytes = await readCapture(this.deps, file, scanner, this.signal);
    this.before = file;
    // Sides are looked through one after the other.
    return { bytes, found: this.found.sort((a, b) => a.packet - b.packet || a.offset - b.offset) };
  }

  /** The same for the parts of a recording, so that a match across two is found. */
  private async scannerFor(file: CaptureRow, isWanted: (match: ScannedMatch) => boolean): Promise<StreamScanner> {
    const { before } = this;
    if (this.scanner && before?.recording === file.recording && before.part === file.part - 1) return this.scanner;
    const { matcher } = await this.matcherOf(file.challengeId);
    const scanner = new StreamScanner(matcher, (match) => {
      if (this.found.length < captureMatchesMax && isWanted(match)) this.found.push(match);
    });
    this.scanner = scanner;
    // After an interruption the bytes at the end of the part before are needed again.
    const previous = file.part > 1 ? await findPartBefore(this.deps.db, file) : undefined;
    if (previous) await readCapture(this.deps, previous, scanner, this.signal);
    return scanner;
  }
}
