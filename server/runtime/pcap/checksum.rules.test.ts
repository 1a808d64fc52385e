import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, sumOfWords } from './checksum.rules';

/** As RFC 1071 defines it, a word at a time. */
function plain(bytes: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    sum += ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return ~sum & 0xffff;
}

describe('checksum', () => {
  it.each([
    ['the example of RFC 1071', [0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7], 0x220d],
    ['a header of IPv4', [0x45, 0, 0, 0x73, 0, 0, 0x40, 0, 0x40, 0x11, 0, 0, 192, 168, 0, 1, 192, 168, 0, 199], 0xb861],
    ['nothing', [], 0xffff],
    ['one byte', [0x12], 0xedff],
    ['the largest word', [0xff, 0xff], 0],
  ])('fits %s', (_, bytes, expected) => {
    expect(checksum(Buffer.from([...bytes, 0, 0]), 0, bytes.length)).toBe(expected);
  });

  it('is that of the definition for any bytes, places and initial sums', () => {
    const bytes = fc.uint8Array({ maxLength: 3000 });
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: 0, max: 20 }),
        fc.uint8Array({ maxLength: 40 }),
        (content, place, before) => {
          const memory = Buffer.alloc(2 * place + content.length + 1, 0);
          memory.set(content, 2 * place);
          const even = before.length % 2 === 0 ? before : before.slice(1);
          expect(checksum(memory, 2 * place, content.length, sumOfWords(even)) % 0xffff).toBe(
            plain(Uint8Array.from([...even, ...content])) % 0xffff,
          );
        },
      ),
    );
  });
});
