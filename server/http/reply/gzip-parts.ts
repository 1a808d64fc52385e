// A gzip stream of parts that are deflated one by one, so that a part of many replies is compressed once. No part can
// refer to another's bytes, so the size of a reply does not disclose a secret of one part through a guess in another.

import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Deflated {
  /** Whole blocks, none of them the last of a stream. */
  blocks: Buffer;
  crc: number;
}

// RFC 1952: deflate, no flags, no time, unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const emptyLastBlock = Buffer.from([3, 0]);
const trailerLength = 8;
/** Up to this size, starting the compressor costs more than it saves. */
const storedLengthMax = 512;

const known = new WeakMap<Buffer, Deflated>();

function deflate(part: Buffer): Buffer {
  if (part.length > storedLengthMax) return deflateRawSync(part, { level: 4, finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.alloc(5);
  head.writeUInt16LE(part.length, 1);
  head.writeUInt16LE(~part.length & 0xffff, 3);
  return Buffer.concat([head, part]);
}

function deflatedOf(part: Buffer): Deflated {
  const kept = known.get(part);
  if (kept) return kept;
  const deflated = { blocks: deflate(part), crc: crc32(part) };
  known.set(part, deflated);
  return deflated;
}

/** Compressed bytes are kept as long as their part, which must not change. */
export function gzipOf(parts: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [header];
  let crc = 0;
  let length = 0;
  for (const part of parts) {
    const { blocks, crc: own } = deflatedOf(part);
    pieces.push(blocks);
    // The first part is the large one, and its checksum is known.
    crc = length === 0 ? own : crc32(part, crc);
    length += part.length;
  }
  const trailer = Buffer.alloc(trailerLength);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...pieces, emptyLastBlock, trailer]);
}
