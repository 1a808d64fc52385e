import { describe, expect, it } from 'vitest';
import { encodeFileHead, packetBlockBytes, packetHeadBytes, writePacketBlock } from './blocks.rules';
import { ConnectionWriter } from './connection.rules';
import { CaptureFormatError, PacketParser } from './parser.rules';

const headWith = (comment: string) => encodeFileHead({ application: 'Test', comment, interfaceName: 'relay' });
const head = headWith('a file');
const writer = new ConnectionWriter({ address: '203.0.113.7', port: 10002 }, { address: '172.17.0.2', port: 80 });
const file = Buffer.concat([head, writer.open(1, 'x'), writer.data('client', Buffer.from('some bytes'), 2)]);

const payloads = (bytes: Buffer, pieceBytes: number) => {
  const parser = new PacketParser();
  const found: string[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    for (const { number, payload } of parser.push(bytes.subarray(start, start + pieceBytes))) {
      found.push(`${number}:${payload}`);
    }
  }
  return found;
};
/** Where the acknowledgement begins, the last packet of the file. */
const lastBlock = file.length - 88;
const all = ['1:', '2:', '3:', '4:some bytes', '5:'];

describe('PacketParser', () => {
  it.each([1, 7, 100, 65_536, file.length])('reads a file in pieces of %i bytes', (pieceBytes) => {
    expect(payloads(file, pieceBytes)).toEqual(all);
  });

  it('ignores the end that a killed process did not write', () => {
    for (let missing = 1; missing < 80; missing += 1) {
      const found = payloads(file.subarray(0, file.length - missing), file.length);
      expect(all.slice(0, found.length)).toEqual(found);
      expect(found.length).toBeGreaterThan(2);
    }
  });

  it('reads past a comment that is longer than an option', () => {
    const long = headWith(`x${'ä'.repeat(40_000)}`);
    expect(long.length).toBeLessThan(66_000);
    expect(long.includes(Buffer.from([0xc3, 0]))).toBe(false);
    expect(payloads(Buffer.concat([long, file.subarray(head.length)]), 1000)).toEqual(all);
  });

  it('waits for the end of the largest block', () => {
    const bytes = Buffer.from(file);
    bytes.writeUInt32LE(512 * 1024, lastBlock + 4);
    expect(payloads(bytes, bytes.length)).toEqual(all.slice(0, -1));
  });

  it('counts the bytes of whole blocks', () => {
    const parser = new PacketParser();
    for (const cut of [file.subarray(0, 300), file.subarray(300, -1), file.subarray(-1)]) {
      for (const packet of parser.push(cut)) expect(packet.number).toBeGreaterThan(0);
    }
    expect(parser.wholeBytes).toBe(file.length);
  });

  it('reads past blocks without content, and packet blocks without a packet', () => {
    const block = (type: number, length: number) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUInt32LE(type, 0);
      bytes.writeUInt32LE(length, 4);
      return bytes;
    };
    const parser = new PacketParser();
    const bytes = Buffer.concat([head, block(6, 12), block(6, 16), block(6, 32), block(5, 12)]);
    expect([...parser.push(bytes)]).toEqual([]);
    expect(parser.wholeBytes).toBe(bytes.length);
  });

  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(file);
    change(bytes);
    return bytes;
  };
  it.each([
    ['other bytes', Buffer.from('no capture at all')],
    ['the classic format', broken((bytes) => bytes.writeUInt32LE(0xa1b2c3d4, 0))],
    ['big endian', broken((bytes) => bytes.writeUInt32BE(0x1a2b3c4d, 8))],
    ['a length that is no multiple of 4', broken((bytes) => bytes.writeUInt32LE(33, 4))],
    ['a length without bounds', broken((bytes) => bytes.writeUInt32LE(0xffff_fff0, 4))],
    ['a length of nothing', broken((bytes) => bytes.writeUInt32LE(0, lastBlock + 4))],
    ['a length that is no multiple of 4, of a later block', broken((bytes) => bytes.writeUInt32LE(90, lastBlock + 4))],
    ['a length that is too short for its own end', broken((bytes) => bytes.writeUInt32LE(8, lastBlock + 4))],
    ['a length above the bound', broken((bytes) => bytes.writeUInt32LE(512 * 1024 + 4, lastBlock + 4))],
    ['another link', broken((bytes) => bytes.writeUInt16LE(101, bytes.readUInt32LE(4) + 8))],
  ])('refuses %s', (_, bytes) => {
    expect(() => payloads(bytes, bytes.length)).toThrow(CaptureFormatError);
  });

  it('says of what it refuses that it is no capture', () => {
    const error = new CaptureFormatError();
    expect(`${error}`).toBe('CaptureFormatError: The file is no capture in the format that this platform writes.');
  });
});

/** One packet block with any bytes as its Ethernet frame. */
function frameOf(packet: Buffer): Buffer {
  const options = Buffer.alloc(0);
  const block = Buffer.alloc(packetBlockBytes(packet.length, 0));
  writePacketBlock(block, 0, { packetBytes: packet.length, timeUs: 5, options });
  packet.copy(block, packetHeadBytes);
  return block;
}

const tcp = (headWords = 5, payload = 'abc') => {
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1000, 0);
  head.writeUInt16BE(2000, 2);
  head[12] = headWords << 4;
  return Buffer.concat([head, Buffer.from(payload)]);
};
interface Ipv4Head {
  protocol?: number;
  headWords?: number;
  length?: number;
}
const ipv4 = (body: Buffer, { protocol = 6, headWords = 5, length }: Ipv4Head = {}) => {
  const head = Buffer.alloc(headWords * 4);
  head[0] = (4 << 4) | headWords;
  head.writeUInt16BE(length ?? headWords * 4 + body.length, 2);
  head[9] = protocol;
  return Buffer.concat([Buffer.alloc(14), head, body]);
};
const ipv6 = (body: Buffer, { protocol = 6, version = 6 } = {}) => {
  const head = Buffer.alloc(40);
  head[0] = version << 4;
  head.writeUInt16BE(body.length, 4);
  head[6] = protocol;
  return Buffer.concat([Buffer.alloc(14), head, body]);
};

describe('a frame', () => {
  const found = (packet: Buffer) => {
    const parser = new PacketParser();
    return [...parser.push(Buffer.concat([head, frameOf(packet), frameOf(ipv4(tcp()))]))].map(
      ({ number, payload }) => `${number}:${payload}`,
    );
  };

  it.each([
    ['TCP over IPv4', ipv4(tcp())],
    ['TCP over IPv6', ipv6(tcp())],
    ['options of IPv4', ipv4(tcp(), { headWords: 7 })],
    ['padding behind the packet', Buffer.concat([ipv4(tcp()), Buffer.alloc(9)])],
  ])('with %s is read', (_, packet) => expect(found(packet)).toEqual(['1:abc', '2:abc']));

  it.each([
    ['no bytes at all', Buffer.alloc(0), []],
    ['a head of IPv4 alone', ipv4(Buffer.alloc(0)), []],
    ['a head of IPv4 that is cut off', ipv4(Buffer.alloc(0)).subarray(0, -1), []],
    ['a head of TCP that is cut off', ipv4(tcp().subarray(0, 19)), []],
    ['a head of IPv6 that is cut off', ipv6(tcp()).subarray(0, 14 + 39), []],
    ['a head of IPv6 alone', ipv6(Buffer.alloc(0)), []],
    ['UDP over IPv4', ipv4(tcp(), { protocol: 17 }), []],
    ['UDP over IPv6', ipv6(tcp(), { protocol: 17 }), []],
    ['another version with the length of IPv6', ipv6(tcp(), { version: 5 }), []],
    ['a head of TCP of 4 words', ipv4(tcp(4)), []],
    ['a head of TCP that is longer than the packet', ipv4(tcp(6)), []],
    ['a length of IPv4 that ends within TCP', ipv4(tcp(), { length: 39 }), []],
    ['a head of TCP that takes all', ipv4(tcp(5, '')), ['1:']],
    ['a head of IPv6 and TCP alone', ipv6(tcp(5, '')), ['1:']],
  ])('with %s is counted, and read where it is TCP', (_, packet, expected) => {
    expect(found(packet)).toEqual([...expected, '2:abc']);
  });

  it('never reaches beyond the padding of its block, whatever its length says', () => {
    const frame = frameOf(ipv4(tcp(), { length: 60_000 }));
    frame.writeUInt32LE(60_000, 20);
    const parser = new PacketParser();
    const packets = [...parser.push(Buffer.concat([head, frame, frameOf(ipv4(tcp()))]))];
    expect(packets.map(({ payload }) => payload.length)).toEqual([6, 3]);
  });

  it('is left out where its block has no place for one', () => {
    const block = Buffer.alloc(28);
    block.writeUInt32LE(6, 0);
    block.writeUInt32LE(28, 4);
    const parser = new PacketParser();
    expect([...parser.push(Buffer.concat([head, block, frameOf(ipv4(tcp()))]))].map(({ number }) => number)).toEqual([
      2,
    ]);
  });
});
