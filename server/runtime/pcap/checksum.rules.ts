import { endianness } from 'node:os';

const isLittleEndian = endianness() === 'LE';

const swap = (word: number) => ((word & 0xff) << 8) | (word >>> 8);

function fold(sum: number): number {
  let folded = sum;
  while (folded > 0xffff) folded = (folded & 0xffff) + Math.floor(folded / 0x1_0000);
  return folded;
}

/**
 * Internet checksum (RFC 1071) of `length` bytes plus `initial`, which is a sum of big-endian words. `offset` is even
 * within the underlying memory, and the byte after an odd length is 0.
 */
export function checksum(bytes: Buffer, offset: number, length: number, initial = 0): number {
  const words = new Uint16Array(bytes.buffer, bytes.byteOffset + offset, (length + 1) >> 1);
  let sum = 0;
  const four = words.length & ~3;
  let index = 0;
  // The sum of words in the other byte order is the sum with its bytes swapped.
  for (; index < four; index += 4) {
    sum +=
      (words[index] as number) +
      (words[index + 1] as number) +
      (words[index + 2] as number) +
      (words[index + 3] as number);
  }
  for (; index < words.length; index += 1) sum += words[index] as number;
  const own = isLittleEndian ? swap(fold(sum)) : fold(sum);
  return ~fold(own + initial) & 0xffff;
}

/** Sum of big-endian words, for `initial`. */
export function sumOfWords(bytes: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) sum += ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
  return sum;
}
