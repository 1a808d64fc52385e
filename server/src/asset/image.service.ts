import { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import { readPart, readUploads, tooLarge, type Upload, uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { createLimiter } from '@vexil/http/guard/concurrency';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { recordFile, type UseFile } from './asset.service';
import { assetUrl } from './asset.view';

/** Over all frames together; a file of a few kilobytes can unfold to more than the memory holds. */
const pixelsMax = 50_000_000;
/** Each frame costs besides its pixels, and a frame of one pixel is twenty bytes long. */
const framesMax = 500;
const secondsMax = 10;

// Only decoders of pictures that browsers send as pictures; vector formats could reach for other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

// One at a time, so that pictures leave a core to everything else.
const limit = createLimiter(1, 100);

export interface ImageOptions {
  /** In pixels; wider pictures are scaled down, smaller ones stay. No limit when absent. */
  widthMax?: number;
  name: string;
  use?: UseFile;
}

export interface StoredImage {
  hash: string;
  name: string;
  url: string;
}

interface Picture {
  content: Buffer;
  extension: 'gif' | 'webp';
}

/** Re-encodes the picture, upright and without metadata; throws `asset.notAnImage`. */
export function readPicture(bytes: Buffer, field: string, widthMax?: number): Promise<Picture> {
  return limit(async () => {
    try {
      const image = sharp(bytes, { animated: true, limitInputPixels: pixelsMax, autoOrient: true });
      // Only the headers of file and frames are read here; nothing is decompressed.
      const { format, pages = 1 } = await image.metadata();
      if (pages > framesMax) throw new Error(`The picture has more than ${framesMax} frames.`);
      if (widthMax !== undefined) image.resize({ width: widthMax, withoutEnlargement: true });
      image.timeout({ seconds: secondsMax });
      return format === 'gif'
        ? { content: await image.gif({ effort: 4 }).toBuffer(), extension: 'gif' as const }
        : { content: await image.webp({ quality: 85 }).toBuffer(), extension: 'webp' as const };
    } catch (cause) {
      throw new DomainError('asset.notAnImage', { field, cause });
    }
  });
}

async function readBytes(content: Readable, upload: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > upload.sizeBytesMax) throw tooLarge(upload);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws `asset.fileMissing`, `asset.empty` or `asset.tooLarge`. */
export async function readUploadedPicture(request: FastifyRequest, declared: Route['upload']): Promise<Buffer> {
  const upload = uploadOf(request.server.deps.config, declared);
  for await (const part of readUploads(request, upload)) {
    const bytes = await readPart(part, (content) => readBytes(content, upload));
    if (bytes.length === 0) throw new DomainError('asset.empty', { field: upload.field });
    return bytes;
  }
  throw new DomainError('asset.fileMissing', { field: upload.field });
}

/** Stores a picture, re-encoded: GIF stays GIF with its frames, everything else becomes WebP. */
export async function storePicture(
  deps: Deps,
  bytes: Buffer,
  field: string,
  options: ImageOptions,
): Promise<StoredImage> {
  const { content, extension } = await readPicture(bytes, field, options.widthMax);
  const put = () => deps.storage.put(Readable.from(content), content.length);
  const stored = await put();
  const name = `${options.name}.${extension}`;
  await recordFile(deps, stored, { name, contentType: `image/${extension}` }, { use: options.use, putAgain: put });
  return { hash: stored.hash, name, url: assetUrl(stored.hash, name) };
}

/** Throws `asset.fileMissing`, `asset.empty`, `asset.tooLarge` or `asset.notAnImage`. */
export async function storeUploadedImage(
  deps: Deps,
  request: FastifyRequest,
  upload: Route['upload'],
  options: ImageOptions,
): Promise<StoredImage> {
  const bytes = await readUploadedPicture(request, upload);
  return storePicture(deps, bytes, upload?.field ?? '', options);
}
