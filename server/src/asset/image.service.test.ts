import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../contract/errors';
import { readPicture } from './image.service';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

async function animation(frames: number): Promise<Buffer> {
  const raw = Buffer.alloc(40 * 20 * frames * 3);
  for (let byte = 0; byte < raw.length; byte += 1) raw[byte] = (Math.floor(byte / (40 * 20 * 3)) * 90) % 256;
  const image = sharp(raw, { raw: { width: 40, height: 20 * frames, channels: 3, pageHeight: 20 } as never });
  return image.gif({ delay: 100 }).toBuffer();
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

  it('keeps the frames of a GIF', async () => {
    const { content, extension } = await readPicture(await animation(3), 'file', 20);
    expect(extension).toBe('gif');
    expect(await sharp(content, { animated: true }).metadata()).toMatchObject({ format: 'gif', width: 20, pages: 3 });
  });

  it('refuses small files that unfold to a huge picture', async () => {
    const bomb = await plain(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(3 * 1024 * 1024);
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
