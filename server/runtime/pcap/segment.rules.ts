import type { AddressPair } from './address.rules';
import { packetBlockBytes, packetHeadBytes, writePacketBlock } from './blocks.rules';
import { checksum, sumOfWords } from './checksum.rules';

export type Side = 'client' | 'container';

export const tcpFlags = { fin: 1, syn: 2, psh: 8, ack: 16 } as const;

export const ethernetBytes = 14;
const tcpBytes = 20;
const ipBytesOf = { 4: 20, 6: 40 } as const;
const etherTypes = { 4: 0x0800, 6: 0x86dd } as const;
const tcpProtocol = 6;
const timeToLive = 64;
const window = 0xffff;
const windowShift = 7;

/** What an Ethernet frame of 1,500 bytes carries. */
export const segmentBytesMax = (version: 4 | 6): number => 1500 - ipBytesOf[version] - tcpBytes;

/** Locally administered. */
const hardwareAddresses: Record<Side, readonly number[]> = {
  client: [2, 0, 0, 0, 0, 1],
  container: [2, 0, 0, 0, 0, 2],
};

export interface Flow {
  addresses: AddressPair;
  ports: Record<Side, number>;
}

export interface Segment {
  from: Side;
  sequence: number;
  acknowledgement: number;
  flags: number;
  timeUs: number;
  /** Encoded options of the packet block. */
  options: Buffer;
}

const noOptions: Buffer = Buffer.alloc(0);

/** Headers of one direction; the parts that change are written for each segment. */
export class SegmentWriter {
  private readonly head: Buffer;
  private readonly ipBytes: number;
  /** Of the pseudo header without the length. */
  private readonly addressSum: number;
  private readonly synOptions: Buffer;

  constructor(
    private readonly flow: Flow,
    from: Side,
  ) {
    const { version, client, container } = flow.addresses;
    const to = from === 'client' ? 'container' : 'client';
    const [source, destination] = from === 'client' ? [client, container] : [container, client];
    this.ipBytes = ipBytesOf[version];
    const ip = version === 4 ? ipv4Head(source, destination) : ipv6Head(source, destination);
    const link = Buffer.from([...hardwareAddresses[to], ...hardwareAddresses[from], 0, 0]);
    link.writeUInt16BE(etherTypes[version], 12);
    const tcp = Buffer.alloc(tcpBytes);
    tcp.writeUInt16BE(flow.ports[from], 0);
    tcp.writeUInt16BE(flow.ports[to], 2);
    tcp.writeUInt16BE(window, 14);
    this.head = Buffer.concat([link, ip, tcp]);
    this.addressSum = sumOfWords(source) + sumOfWords(destination) + tcpProtocol;
    const maximum = segmentBytesMax(version);
    this.synOptions = Buffer.from([2, 4, maximum >> 8, maximum & 255, 1, 3, 3, windowShift]);
  }

  /** Bytes that `write` takes. */
  bytesOf(payloadBytes: number, { flags, options }: Pick<Segment, 'flags' | 'options'>): number {
    return packetBlockBytes(this.packetBytes(payloadBytes, flags), options.length);
  }

  private packetBytes(payloadBytes: number, flags: number): number {
    return this.head.length + (flags & tcpFlags.syn ? this.synOptions.length : 0) + payloadBytes;
  }

  /** Writes one packet block at `offset`, a multiple of 4, of `target` and returns its end. */
  write(target: Buffer, offset: number, segment: Segment, payload: Uint8Array = noOptions): number {
    const isSyn = (segment.flags & tcpFlags.syn) !== 0;
    const tcpOptionBytes = isSyn ? this.synOptions.length : 0;
    const packetBytes = this.packetBytes(payload.length, segment.flags);
    writePacketBlock(target, offset, { packetBytes, timeUs: segment.timeUs, options: segment.options });
    const packet = offset + packetHeadBytes;
    this.head.copy(target, packet);
    const tcp = packet + ethernetBytes + this.ipBytes;
    if (isSyn) this.synOptions.copy(target, tcp + tcpBytes);
    target.set(payload, tcp + tcpBytes + tcpOptionBytes);
    this.writeIpLength(target, packet + ethernetBytes, packetBytes - ethernetBytes);
    target.writeUInt32BE(segment.sequence, tcp + 4);
    target.writeUInt32BE(segment.acknowledgement, tcp + 8);
    target[tcp + 12] = ((tcpBytes + tcpOptionBytes) / 4) << 4;
    target[tcp + 13] = segment.flags;
    const length = tcpBytes + tcpOptionBytes + payload.length;
    target.writeUInt16BE(checksum(target, tcp, length, this.addressSum + length), tcp + 16);
    return offset + packetBlockBytes(packetBytes, segment.options.length);
  }

  private writeIpLength(target: Buffer, ip: number, ipLength: number): void {
    if (this.flow.addresses.version === 6) {
      target.writeUInt16BE(ipLength - this.ipBytes, ip + 4);
      return;
    }
    target.writeUInt16BE(ipLength, ip + 2);
    target.writeUInt16BE(checksum(target, ip, this.ipBytes), ip + 10);
  }
}

function ipv4Head(source: Uint8Array, destination: Uint8Array): Buffer {
  const doNotFragment = 0x40;
  return Buffer.from([0x45, 0, 0, 0, 0, 0, doNotFragment, 0, timeToLive, tcpProtocol, 0, 0, ...source, ...destination]);
}

function ipv6Head(source: Uint8Array, destination: Uint8Array): Buffer {
  return Buffer.from([0x60, 0, 0, 0, 0, 0, tcpProtocol, timeToLive, ...source, ...destination]);
}
