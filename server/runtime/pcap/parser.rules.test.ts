import { describe, expect, it } from 'vitest';
import { encodeFileHead } from './blocks.rules';
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
    ['a length of nothing', broken((bytes) => bytes.writeUInt32LE(0, bytes.length - 88 + 4))],
    ['another link', broken((bytes) => bytes.writeUInt16LE(101, bytes.readUInt32LE(4) + 8))],
  ])('refuses %s', (_, bytes) => {
    expect(() => payloads(bytes, bytes.length)).toThrow(CaptureFormatError);
  });
});
