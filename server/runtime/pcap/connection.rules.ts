import { addressPair, type Endpoint } from './address.rules';
import { encodeOptions, optionCodes } from './blocks.rules';
import { type Segment, SegmentWriter, type Side, segmentBytesMax, tcpFlags } from './segment.rules';

/** A receiver acknowledges after so many bytes, far below its window of 8 MiB. */
const acknowledgedBytes = 1024 * 1024;

const noOptions: Buffer = Buffer.alloc(0);
const other = (side: Side): Side => (side === 'client' ? 'container' : 'client');
const encodeComments = (...texts: (string | undefined)[]): Buffer =>
  encodeOptions(texts.flatMap((value) => (value === undefined ? [] : [{ code: optionCodes.comment, value }])));

/**
 * Writes one relayed connection as the TCP connection it would have been: packet blocks of pcapng. Sequence numbers
 * begin at 0, so an offset in the stream of a side is its sequence number less one. Times are Unix microseconds.
 */
export class ConnectionWriter {
  private readonly writers: Record<Side, SegmentWriter>;
  private readonly segmentBytes: number;
  private readonly sent: Record<Side, number> = { client: 0, container: 0 };
  private readonly ended: Record<Side, boolean> = { client: false, container: false };
  private readonly missing: Record<Side, number> = { client: 0, container: 0 };

  constructor(client: Endpoint, container: Endpoint) {
    const addresses = addressPair(client.address, container.address);
    const flow = { addresses, ports: { client: client.port, container: container.port } };
    this.writers = { client: new SegmentWriter(flow, 'client'), container: new SegmentWriter(flow, 'container') };
    this.segmentBytes = segmentBytesMax(addresses.version);
  }

  /** The handshake; the comment is that of its first packet. */
  open(timeUs: number, comment: string): Buffer {
    const first = this.control('client', tcpFlags.syn, timeUs, encodeComments(comment));
    this.advance('client', 1);
    const second = this.control('container', tcpFlags.syn | tcpFlags.ack, timeUs);
    this.advance('container', 1);
    return Buffer.concat([first, second, this.control('client', tcpFlags.ack, timeUs)]);
  }

  /** Segments with the bytes, and the acknowledgements of the other side. */
  data(from: Side, bytes: Uint8Array, timeUs: number): Buffer {
    if (bytes.length === 0) return noOptions;
    const segments = Math.ceil(bytes.length / this.segmentBytes);
    const lastBytes = bytes.length - (segments - 1) * this.segmentBytes;
    const options = encodeComments(this.takeMissing(from));
    const segmentsPerAcknowledgement = Math.floor(acknowledgedBytes / this.segmentBytes);
    const acknowledgements = Math.ceil(segments / segmentsPerAcknowledgement);
    const writer = this.writers[from];
    const plain = { flags: tcpFlags.ack, options: noOptions };
    const target = Buffer.allocUnsafe(
      (segments - 1) * writer.bytesOf(this.segmentBytes, plain) +
        writer.bytesOf(lastBytes, plain) +
        options.length +
        acknowledgements * this.writers[other(from)].bytesOf(0, plain),
    );
    let offset = 0;
    let written = 0;
    for (let start = 0; start < bytes.length; start += this.segmentBytes) {
      const part = bytes.subarray(start, start + this.segmentBytes);
      const isLast = start + part.length === bytes.length;
      const segment = this.segment(from, isLast ? tcpFlags.ack | tcpFlags.psh : tcpFlags.ack, timeUs);
      if (start === 0) segment.options = options;
      offset = writer.write(target, offset, segment, part);
      this.advance(from, part.length);
      written += 1;
      if (isLast || written % segmentsPerAcknowledgement === 0) {
        offset = this.writers[other(from)].write(target, offset, this.segment(other(from), tcpFlags.ack, timeUs));
      }
    }
    return target;
  }

  /** Leaves a gap in the stream. The next packet of the side says how many bytes are missing. */
  skip(from: Side, bytes: number): void {
    this.missing[from] += bytes;
    this.advance(from, bytes);
  }

  /** The side sends no more; empty when it had ended. */
  end(from: Side, timeUs: number, comment?: string): Buffer {
    if (this.ended[from]) return noOptions;
    this.ended[from] = true;
    const options = encodeComments(this.takeMissing(from), comment);
    const fin = this.control(from, tcpFlags.fin | tcpFlags.ack, timeUs, options);
    this.advance(from, 1);
    return Buffer.concat([fin, this.control(other(from), tcpFlags.ack, timeUs)]);
  }

  private takeMissing(from: Side): string | undefined {
    const bytes = this.missing[from];
    this.missing[from] = 0;
    return bytes === 0 ? undefined : `${bytes} bytes before this packet were not recorded`;
  }

  private advance(side: Side, bytes: number): void {
    this.sent[side] = (this.sent[side] + bytes) % 0x1_0000_0000;
  }

  private segment(from: Side, flags: number, timeUs: number): Segment {
    const acknowledgement = flags & tcpFlags.ack ? this.sent[other(from)] : 0;
    return { from, flags, timeUs, sequence: this.sent[from], acknowledgement, options: noOptions };
  }

  private control(from: Side, flags: number, timeUs: number, options: Buffer = noOptions): Buffer {
    const segment = { ...this.segment(from, flags, timeUs), options };
    const target = Buffer.alloc(this.writers[from].bytesOf(0, segment));
    this.writers[from].write(target, 0, segment);
    return target;
  }
}
