import { describe, expect, it } from 'vitest';
import { encodeFileHead, encodeOptions, packetBlockBytes, writePacketBlock } from './blocks.rules';

const optionBytesMax = 65_535;
const optionBytes = (encoded: Buffer) => encoded.subarray(4, 4 + encoded.readUInt16LE(2));
const encoded = (value: string) => optionBytes(encodeOptions([{ code: 1, value }]));

describe('the value of an option', () => {
  it('is padded to whole words and followed by an end', () => {
    expect([...encodeOptions([{ code: 4, value: 'abcde' }])]).toEqual([
      ...[4, 0, 5, 0, ...Buffer.from('abcde'), 0, 0, 0],
      ...[0, 0, 0, 0],
    ]);
    expect(encodeOptions([])).toHaveLength(0);
  });

  it.each([optionBytesMax - 1, optionBytesMax])('of %i bytes is whole', (bytes) => {
    expect(encoded('x'.repeat(bytes))).toHaveLength(bytes);
  });

  it.each([
    ['x', optionBytesMax],
    ['ä', optionBytesMax - 1],
    ['€', optionBytesMax],
    ['🚩', optionBytesMax - 3],
  ])('that is too long is cut between two %s', (character, bytes) => {
    const kept = encoded(character.repeat(optionBytesMax));
    expect(kept).toHaveLength(bytes);
    expect(kept.toString()).toBe(character.repeat(bytes / Buffer.byteLength(character)));
  });
});

describe('the head of a file', () => {
  it('names the program, the comment and the interface', () => {
    const head = encodeFileHead({ application: 'Test 1', comment: 'what it is', interfaceName: 'relay7' });
    const sectionBytes = head.readUInt32LE(4);
    const [section, link] = [head.subarray(0, sectionBytes), head.subarray(sectionBytes)];
    expect([section.readUInt32LE(0), link.readUInt32LE(0)]).toEqual([0x0a0d0d0a, 1]);
    // Little endian, version 1.0, of a length that is not known in advance.
    expect([...section.subarray(8, 24)]).toEqual([0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, ...Array(8).fill(0xff)]);
    expect([...link.subarray(8, 16)]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(section.subarray(24, -4)).toEqual(
      encodeOptions([
        { code: 1, value: 'what it is' },
        { code: 4, value: 'Test 1' },
      ]),
    );
    expect(link.subarray(16, -4)).toEqual(encodeOptions([{ code: 2, value: 'relay7' }]));
    expect([section.readUInt32LE(section.length - 4), link.readUInt32LE(link.length - 4)]).toEqual([
      section.length,
      link.length,
    ]);
  });
});

describe('a packet block', () => {
  it.each([
    [4, 0],
    [5, 3],
    [6, 2],
    [7, 1],
  ])('clears what is between %i bytes of packet and its options: %i', (packetBytes, clearedBytes) => {
    const options = encodeOptions([{ code: 1, value: 'four' }]);
    const target = Buffer.alloc(8 + packetBlockBytes(packetBytes, options.length) + 8, 0xee);
    writePacketBlock(target, 8, { packetBytes, timeUs: 2 ** 33 + 5, options });
    const at = 8 + 28;
    expect([...target.subarray(0, 8)]).toEqual(Array(8).fill(0xee));
    expect([...target.subarray(at, at + packetBytes)]).toEqual(Array(packetBytes).fill(0xee));
    expect([...target.subarray(at + packetBytes, at + packetBytes + clearedBytes)]).toEqual(
      Array(clearedBytes).fill(0),
    );
    expect(target.subarray(at + packetBytes + clearedBytes, -12)).toEqual(options);
    expect([...target.subarray(-8)]).toEqual(Array(8).fill(0xee));
    expect([target.readUInt32LE(20), target.readUInt32LE(24)]).toEqual([2, 5]);
    const blockBytes = packetBlockBytes(packetBytes, options.length);
    expect([8, 12, 16, 28, 32, target.length - 12].map((place) => target.readUInt32LE(place))).toEqual([
      ...[6, blockBytes, 0, packetBytes, packetBytes],
      blockBytes,
    ]);
  });
});
