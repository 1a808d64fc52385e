import { isOpening, type Packet } from './parser.rules';
import { type Side, tcpFlags } from './segment.rules';

/** Bytes of one side of a connection, in order. */
export interface StreamPiece {
  /** From 0 in the order of first packets, which is `tcp.stream` of Wireshark. */
  stream: number;
  from: Side;
  clientPort: number;
  /** Of the first byte, in the stream of this side in this file. */
  offset: number;
  /** Bytes are missing before this piece. */
  isAfterGap: boolean;
  /** The side sends no more; such a piece may be empty. */
  isLast: boolean;
  packet: Packet;
}

interface KnownSide {
  /** Sequence number of its first byte. */
  start: number;
  received: number;
}

interface KnownStream {
  stream: number;
  client: Packet['source'];
  sides: Record<Side, KnownSide>;
}

const keyOf = ({ address, port }: Packet['source']) => `${address.toString('hex')}:${port}`;
const sequenceRange = 0x1_0000_0000;

/**
 * Follows the connections of a file whose packets are in order, as the recorder writes them: nothing is sent twice and
 * the first packet of a connection is the client's.
 */
export class StreamFollower {
  private readonly streams = new Map<string, KnownStream>();
  private count = 0;

  /** null for a packet without bytes that ends nothing. */
  follow(packet: Packet): StreamPiece | null {
    const known = this.find(packet);
    const from: Side = isSame(known.client, packet.source) ? 'client' : 'container';
    const side = known.sides[from];
    if (packet.flags & tcpFlags.syn) side.start = (packet.sequence + 1) % sequenceRange;
    const isLast = (packet.flags & tcpFlags.fin) !== 0;
    if (packet.payload.length === 0 && !isLast) return null;
    const expected = side.received;
    // A stream may be longer than the range of sequence numbers.
    const distance = (packet.sequence - side.start - expected) % sequenceRange;
    const offset = expected + (distance < 0 ? distance + sequenceRange : distance);
    side.received = offset + packet.payload.length;
    const { stream, client } = known;
    return { stream, from, clientPort: client.port, offset, isAfterGap: offset !== expected, isLast, packet };
  }

  private find(packet: Packet): KnownStream {
    const [source, destination] = [keyOf(packet.source), keyOf(packet.destination)];
    const key = source < destination ? `${source} ${destination}` : `${destination} ${source}`;
    const known = this.streams.get(key);
    if (known && !isOpening(packet)) return known;
    const created: KnownStream = {
      stream: this.count,
      // The parser reuses the memory of a packet.
      client: { address: Buffer.from(packet.source.address), port: packet.source.port },
      sides: { client: { start: 1, received: 0 }, container: { start: 1, received: 0 } },
    };
    this.count += 1;
    this.streams.set(key, created);
    return created;
  }
}

const isSame = (a: Packet['source'], b: Packet['source']) => a.port === b.port && a.address.equals(b.address);
