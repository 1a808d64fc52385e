import { blockTypes, byteOrderMagic, ethernet, packetHeadBytes } from './blocks.rules';
import { ethernetBytes, tcpFlags } from './segment.rules';

/** A TCP packet over Ethernet. Addresses are in network order, 4 or 16 bytes. */
export interface Packet {
  /** From 1, as Wireshark counts frames. */
  number: number;
  /** Unix microseconds. */
  timeUs: number;
  source: { address: Buffer; port: number };
  destination: { address: Buffer; port: number };
  sequence: number;
  flags: number;
  /** A view of the block, valid until the next call of the parser. */
  payload: Buffer;
}

/** The bytes are no pcapng of Ethernet frames in little endian. */
export class CaptureFormatError extends Error {
  override readonly name = 'CaptureFormatError';

  constructor() {
    super('The file is no capture in the format that this platform writes.');
  }
}

/** A block has one packet and its comments; more is a broken length. */
const blockBytesMax = 512 * 1024;
const tcpProtocol = 6;

/** Takes a file in pieces of any size. A block without its end, as a killed process leaves it, is ignored. */
export class PacketParser {
  /** Of all blocks that were read as a whole. */
  wholeBytes = 0;
  private rest: Buffer = Buffer.alloc(0);
  private frames = 0;
  private isStarted = false;

  *push(chunk: Buffer): Generator<Packet> {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let offset = 0;
    while (bytes.length - offset >= 12) {
      const type = bytes.readUInt32LE(offset);
      const length = bytes.readUInt32LE(offset + 4);
      this.checkBlock(type, length, bytes, offset);
      if (offset + length > bytes.length) break;
      if (type === blockTypes.interface && bytes.readUInt16LE(offset + 8) !== ethernet) throw new CaptureFormatError();
      this.wholeBytes += length;
      if (type === blockTypes.packet) {
        this.frames += 1;
        const packet = readPacket(bytes.subarray(offset, offset + length), this.frames);
        if (packet) yield packet;
      }
      offset += length;
    }
    this.rest = bytes.subarray(offset);
  }

  private checkBlock(type: number, length: number, bytes: Buffer, offset: number): void {
    if (!this.isStarted) {
      if (type !== blockTypes.section || bytes.readUInt32LE(offset + 8) !== byteOrderMagic) {
        throw new CaptureFormatError();
      }
      this.isStarted = true;
    }
    if (length % 4 !== 0 || length < 12 || length > blockBytesMax) throw new CaptureFormatError();
  }
}

/** undefined for what is not TCP or is cut off. */
function readPacket(block: Buffer, number: number): Packet | undefined {
  if (block.length < packetHeadBytes + 4) return undefined;
  const timeUs = block.readUInt32LE(12) * 0x1_0000_0000 + block.readUInt32LE(16);
  const packetBytes = block.readUInt32LE(20);
  const packet = block.subarray(packetHeadBytes, Math.min(packetHeadBytes + packetBytes, block.length - 4));
  const ip = readIp(packet);
  if (!ip || ip.body.length < 20) return undefined;
  const { body } = ip;
  const headBytes = (body.readUInt8(12) >> 4) * 4;
  if (headBytes < 20 || headBytes > body.length) return undefined;
  return {
    number,
    timeUs,
    source: { address: ip.source, port: body.readUInt16BE(0) },
    destination: { address: ip.destination, port: body.readUInt16BE(2) },
    sequence: body.readUInt32BE(4),
    flags: body.readUInt8(13),
    payload: body.subarray(headBytes),
  };
}

function readIp(packet: Buffer): { source: Buffer; destination: Buffer; body: Buffer } | undefined {
  const ip = packet.subarray(ethernetBytes);
  if (ip.length < 20) return undefined;
  const version = ip.readUInt8(0) >> 4;
  if (version === 4) {
    const [headBytes, length] = [(ip.readUInt8(0) & 15) * 4, ip.readUInt16BE(2)];
    if (ip.readUInt8(9) !== tcpProtocol) return undefined;
    return { source: ip.subarray(12, 16), destination: ip.subarray(16, 20), body: ip.subarray(headBytes, length) };
  }
  if (version !== 6 || ip.readUInt8(6) !== tcpProtocol) return undefined;
  const body = ip.subarray(40, 40 + ip.readUInt16BE(4));
  return { source: ip.subarray(8, 24), destination: ip.subarray(24, 40), body };
}

export const isOpening = ({ flags }: Pick<Packet, 'flags'>): boolean =>
  (flags & (tcpFlags.syn | tcpFlags.ack)) === tcpFlags.syn;
