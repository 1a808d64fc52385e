import type { Side } from '@vexil/runtime/pcap/segment.rules';
import type { StreamPiece } from '@vexil/runtime/pcap/streams.rules';
import type { Matcher } from './matcher';

const windowBytes = 16 * 1024;
/** Each window begins with the end of the one before. A flag or text is shorter; a longer match is found in part. */
const overlapBytes = 4096;
const excerptBytes = 40;

export interface ScannedMatch {
  stream: number;
  clientPort: number;
  side: Side;
  /** In the stream of the side in this file; 0 where it begins in an earlier file. */
  offset: number;
  length: number;
  /** Number and time of the packet that it begins in. */
  packet: number;
  timeUs: number;
  owner: number | null;
  /** Bytes around it. */
  before: Buffer;
  content: Buffer;
  after: Buffer;
}

interface Place {
  offset: number;
  packet: number;
  timeUs: number;
}

interface ScannedSide {
  stream: number;
  clientPort: number;
  side: Side;
  /** End of the window before. */
  tail: Buffer;
  waiting: Buffer[];
  waitingBytes: number;
  /** Of the first waiting byte. */
  offset: number;
  /** Packets of the tail and of what waits. */
  places: Place[];
  /** End of the last match without an owner: a longer one across two windows is not reported again. */
  reportedTo: number;
}

/** Gathers the bytes of each side of each stream into windows, and looks through them. */
export class StreamScanner {
  private readonly sides = new Map<string, ScannedSide>();

  constructor(
    private readonly matcher: Matcher,
    private readonly onMatch: (match: ScannedMatch) => void,
  ) {}

  add({ stream, from, clientPort, offset, isAfterGap, isLast, packet }: StreamPiece): void {
    const key = `${clientPort}:${from}`;
    const known = this.sides.get(key);
    if (known && isAfterGap) {
      this.look(known);
      known.tail = Buffer.alloc(0);
    }
    const side = known ?? { stream, clientPort, side: from, tail: Buffer.alloc(0), ...nothing(offset) };
    if (!known) this.sides.set(key, side);
    if (side.waitingBytes === 0) side.offset = offset;
    side.stream = stream;
    if (packet.payload.length > 0) {
      side.places.push({ offset, packet: packet.number, timeUs: packet.timeUs });
      side.waiting.push(packet.payload);
      side.waitingBytes += packet.payload.length;
    }
    if (side.waitingBytes >= windowBytes || isLast) this.look(side);
    if (isLast) this.sides.delete(key);
  }

  /** Streams that are open may go on in the next part of the recording. */
  endFile(): void {
    for (const side of this.sides.values()) {
      this.look(side);
      Object.assign(side, nothing(0));
    }
  }

  private look(side: ScannedSide): void {
    if (side.waitingBytes === 0) return;
    const window = Buffer.concat([side.tail, ...side.waiting]);
    const base = side.offset - side.tail.length;
    for (const { start, end, owner } of this.matcher.find(window, side.tail.length)) {
      if (owner === undefined && base + start < side.reportedTo) continue;
      if (owner === undefined) side.reportedTo = base + end;
      const at = side.places.findLast(({ offset }) => offset <= base + start) ?? side.places[0];
      if (!at) continue;
      const { stream, clientPort } = side;
      this.onMatch({
        ...{ stream, clientPort, side: side.side, packet: at.packet, timeUs: at.timeUs },
        offset: Math.max(0, base + start),
        length: end - start,
        owner: owner ?? null,
        before: window.subarray(Math.max(0, start - excerptBytes), start),
        content: window.subarray(start, Math.min(end, start + 2 * excerptBytes)),
        after: window.subarray(end, end + excerptBytes),
      });
    }
    const offset = base + window.length;
    // A copy, because a view would keep the whole window.
    side.tail = Buffer.from(window.subarray(-overlapBytes));
    const first = side.places.findLastIndex((place) => place.offset <= offset - side.tail.length);
    const { reportedTo } = side;
    Object.assign(side, { ...nothing(offset), places: side.places.slice(Math.max(0, first)), reportedTo });
  }
}

const nothing = (offset: number) => ({
  waiting: [] as Buffer[],
  waitingBytes: 0,
  offset,
  places: [] as Place[],
  reportedTo: Number.NEGATIVE_INFINITY,
});
