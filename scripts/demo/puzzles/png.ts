import { deflateSync, inflateSync } from 'node:zlib';

/** A picture in shades of grey, one byte for each pixel, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

export function writePng({ width, height, pixels }: GreyPicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * width, (row + 1) * width)]),
  );
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Reads what `writePng` wrote: grey, eight bits, rows without a filter. */
export function readPng(content: Buffer): GreyPicture {
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = signature.length; at < content.length; ) {
    const length = content.readUInt32BE(at);
    if (content.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(content.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const pixels = Array.from({ length: height }, (_, row) =>
    rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)),
  );
  return { width, height, pixels: Buffer.concat(pixels) };
}
