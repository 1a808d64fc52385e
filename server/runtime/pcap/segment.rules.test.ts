import { describe, expect, it } from 'vitest';
import { addressPair } from './address.rules';
import { packetHeadBytes } from './blocks.rules';
import { SegmentWriter, type Side, segmentBytesMax, tcpFlags } from './segment.rules';

const pairs = {
  4: addressPair('203.0.113.7', '172.17.0.2'),
  6: addressPair('2001:db8::7', 'fd00::2'),
} as const;
const noOptions: Buffer = Buffer.alloc(0);

/** The sum of big-endian words that a receiver computes (RFC 1071): 0xffff where the checksum is right. */
function receivedSum(bytes: Buffer): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    sum += ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return sum;
}

function writeOne(version: 4 | 6, from: Side, flags: number, payload: string) {
  const writer = new SegmentWriter({ addresses: pairs[version], ports: { client: 10_002, container: 80 } }, from);
  const segment = { from, flags, sequence: 7, acknowledgement: 9, timeUs: 1, options: noOptions };
  const target = Buffer.alloc(8 + writer.bytesOf(payload.length, segment));
  expect(writer.write(target, 8, segment, Buffer.from(payload))).toBe(target.length);
  const packetBytes = target.readUInt32LE(8 + 20);
  const packet = target.subarray(8 + packetHeadBytes, 8 + packetHeadBytes + packetBytes);
  const [ip, tcp] =
    version === 4 ? [packet.subarray(14), packet.subarray(34)] : [packet.subarray(14), packet.subarray(54)];
  return { link: packet.subarray(0, 14), ip, tcp };
}

describe.each([4, 6] as const)('a segment over IPv%i', (version) => {
  const addressBytes = version === 4 ? 4 : 16;
  const cases: [string, Side, number, string][] = [
    ['of the client with bytes', 'client', tcpFlags.ack | tcpFlags.psh, 'hello'],
    ['of the container with an odd number of words', 'container', tcpFlags.ack, 'hello, you'],
    ['that opens', 'client', tcpFlags.syn, ''],
    ['that opens with bytes', 'container', tcpFlags.syn | tcpFlags.ack, 'early'],
    ['without bytes', 'client', tcpFlags.ack, ''],
  ];

  it.each(cases)('%s has lengths and checksums that a receiver accepts', (_, from, flags, payload) => {
    const { ip, tcp } = writeOne(version, from, flags, payload);
    const isSyn = (flags & tcpFlags.syn) !== 0;
    if (version === 4) {
      expect(ip.readUInt16BE(2)).toBe(ip.length);
      expect(receivedSum(ip.subarray(0, 20))).toBe(0xffff);
    } else {
      expect(ip.readUInt16BE(4)).toBe(tcp.length);
    }
    const addressesAt = version === 4 ? 12 : 8;
    const pseudoHead = Buffer.concat([ip.subarray(addressesAt, addressesAt + 2 * addressBytes), Buffer.alloc(4)]);
    pseudoHead.writeUInt16BE(6, 2 * addressBytes);
    pseudoHead.writeUInt16BE(tcp.length, 2 * addressBytes + 2);
    expect(receivedSum(Buffer.concat([pseudoHead, tcp]))).toBe(0xffff);
    expect((tcp[12] ?? 0) >> 4).toBe(isSyn ? 7 : 5);
    expect(tcp.subarray(isSyn ? 28 : 20).toString()).toBe(payload);
  });

  it('has heads with the addresses of its direction, and may live for 64 hops', () => {
    const lifeAndProtocol = version === 4 ? [0x45, 0, 0, 45, 0, 0, 0x40, 0, 64, 6] : [0x60, 0, 0, 0, 0, 25, 6, 64];
    const addressesAt = version === 4 ? 12 : 8;
    const { client, container } = pairs[version];
    const [hardware, type] = [[2, 0, 0, 0, 0], version === 4 ? [0x08, 0x00] : [0x86, 0xdd]];
    const asked = writeOne(version, 'client', tcpFlags.ack | tcpFlags.psh, 'hello');
    expect([...asked.link]).toEqual([...hardware, 2, ...hardware, 1, ...type]);
    expect([...asked.ip.subarray(0, lifeAndProtocol.length)]).toEqual(lifeAndProtocol);
    expect([...asked.ip.subarray(addressesAt, -asked.tcp.length)]).toEqual([...client, ...container]);
    expect([...asked.tcp.subarray(0, 16)]).toEqual([0x27, 0x12, 0, 80, 0, 0, 0, 7, 0, 0, 0, 9, 0x50, 24, 255, 255]);
    const replied = writeOne(version, 'container', tcpFlags.ack, 'hello');
    expect([...replied.link]).toEqual([...hardware, 1, ...hardware, 2, ...type]);
    expect([...replied.ip.subarray(addressesAt, -replied.tcp.length)]).toEqual([...container, ...client]);
    expect([...replied.tcp.subarray(0, 4)]).toEqual([0, 80, 0x27, 0x12]);
  });

  it('offers its largest segment and the shift of its window where it opens', () => {
    const maximum = segmentBytesMax(version);
    expect(maximum).toBe(version === 4 ? 1460 : 1440);
    const { tcp } = writeOne(version, 'client', tcpFlags.syn, '');
    expect([...tcp.subarray(20)]).toEqual([2, 4, maximum >> 8, maximum & 255, 1, 3, 3, 7]);
  });
});
