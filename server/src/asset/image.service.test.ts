import { crc32, deflateSync } from 'node:zlib';
import { DomainError } from '@vexil/contract/errors';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPicture } from './image.service';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

function animation(frames: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const raw = Buffer.alloc(40 * 20 * frames * 3);
  for (let byte = 0; byte < raw.length; byte += 1) raw[byte] = (Math.floor(byte / (40 * 20 * 3)) * 90) % 256;
  const image = sharp(raw, { raw: { width: 40, height: 20 * frames, channels: 3, pageHeight: 20 } as never });
  return image[format]({ delay: Array<number>(frames).fill(120), loop: 3 }).toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black and white PNG without errors, eight pixels to a byte and a thousand bytes to one of the file. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

/** A GIF of so many square frames, of whose pixels only the first are given. */
function gif(frames: number, side: number): Buffer {
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  for (const [bytes, at] of [
    [head, 6],
    [head, 8],
    [frame, 13],
    [frame, 15],
  ] as const)
    bytes.writeUInt16LE(side, at);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')]);
}

/** An animated WebP whose head promises frames as large as the format allows. */
async function hugeAnimation(): Promise<Buffer> {
  const bytes = await animation(3, 'webp');
  const screen = bytes.indexOf('VP8X') + 12;
  bytes.fill(0xff, screen, screen + 6);
  return bytes;
}

const refusal = (bytes: Buffer) =>
  readPicture(bytes, 'file', 300).then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

describe('readPicture', () => {
  it('scales down what is too wide and writes WebP', async () => {
    const { content, extension } = await readPicture(await plain(1200, 600).png().toBuffer(), 'file', 300);
    expect(extension).toBe('webp');
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 300, height: 150 });
  });

  it('leaves small pictures at their size', async () => {
    const { content } = await readPicture(await plain(40, 20).jpeg().toBuffer(), 'file', 300);
    expect(await sharp(content).metadata()).toMatchObject({ width: 40, height: 20 });
  });

  it('turns a picture upright and drops what a camera wrote into it', async () => {
    const photo = await plain(60, 30)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place', Orientation: '6' } })
      .toBuffer();
    const { content } = await readPicture(photo, 'file', 300);
    const metadata = await sharp(content).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(content.includes('secret place')).toBe(false);
  });

  it.each(['gif', 'webp'] as const)(
    'keeps the frames of an animated %s, their time and the repetitions',
    async (format) => {
      const { content, extension } = await readPicture(await animation(3, format), 'file', 20);
      expect(extension).toBe(format);
      const metadata = await sharp(content, { animated: true }).metadata();
      expect(metadata).toMatchObject({ format, width: 20, pages: 3, delay: [120, 120, 120], loop: 3 });
    },
  );

  it('drops what hides beside the pixels', async () => {
    const comment = chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, 'x'))]),
    );
    const text = chunk('tEXt', Buffer.from('Comment\0secret place'));
    const { content } = await readPicture(png(8, 8, comment, text), 'file', 300);
    expect(content.length).toBeLessThan(1000);
    expect(content.includes('secret place')).toBe(false);
  });

  it('takes small pictures of the same making', async () => {
    expect(await refusal(png(80, 80))).toBe('accepted');
    expect(await refusal(gif(3, 1))).toBe('accepted');
  });

  it.each([
    ['a PNG of 900 megapixels', () => png(30_000, 30_000)],
    ['a PNG that is one line of pixels', () => png(400_000, 200)],
    ['a GIF of more frames than anybody watches', () => gif(501, 1)],
    ['a GIF whose frames are too much together', () => gif(100, 2000)],
    ['an animated WebP whose frames are too much together', hugeAnimation],
  ])('refuses %s, though its file is small', async (_, build) => {
    const bomb = await build();
    expect(bomb.length).toBeLessThan(256 * 1024);
    expect(await refusal(bomb)).toBe('asset.notAnImage');
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a cut PNG header', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['PDF', Buffer.from('%PDF-1.4\n%%EOF')],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('asset.notAnImage');
  });
});
