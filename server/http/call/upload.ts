import type { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { UploadSetting } from '@vexil/contract/endpoint';
import { DomainError, invariant } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import type { Config } from '@vexil/runtime/config';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { mebibytes, multipartEnvelopeBytesMax, multipartMax } from '../guard/limits';

export interface Upload {
  field: string;
  sizeBytesMax: number;
}

export function uploadOf(config: Pick<Config, UploadSetting>, declared: Route['upload']): Upload {
  invariant(declared, 'The call declares its upload.');
  const { field, sizeBytesMax: max } = declared;
  return { field, sizeBytesMax: typeof max === 'number' ? max : config[max] * 1024 ** 2 };
}

export function tooLarge({ field, sizeBytesMax }: Upload): DomainError {
  return new DomainError('asset.tooLarge', { field, params: { limit: mebibytes(sizeBytesMax) } });
}

export interface UploadPart {
  /** As the sender names it, without directories; empty when it names none. */
  fileName: string;
  contentType: string;
  /** Must be read to its end or destroyed before the next part comes. It may go on past the upload's limit. */
  content: Readable;
}

export const uploadPlugin = fp(async (app) => {
  await app.register(multipart, { limits: multipartMax, throwFileSizeLimit: false });
});

/** The unfinished plugin decides how long the sender of a refused upload is read. */
function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  // Unread parts would hold the pipe, and with it the rest of the body.
  raw.unpipe();
  raw.resume();
}

function skip(file: MultipartFile['file'], onLimit: () => void): void {
  file.once('limit', () => {
    onLimit();
    // Ends the loop: a part that is not read to its end is the last one.
    file.destroy();
  });
  file.resume();
}

/**
 * Parts of other names are skipped. Throws `request.mediaType`, `request.invalid`, `asset.tooLarge` before anything is
 * read where the length says so, or `request.tooLarge` for a skipped part over the limit.
 */
export async function* readUploads(request: FastifyRequest, upload: Upload): AsyncGenerator<UploadPart> {
  if (!request.isMultipart()) throw new DomainError('request.mediaType');
  let isTooLarge = false;
  let late: DomainError | undefined;
  request.server.unfinished.noteReading(request, (error) => {
    late = error;
    // What reads the parts listens for errors of the request, and ends with this one.
    if (request.raw.listenerCount('error') > 0) request.raw.emit('error', error);
  });
  if (late) throw late;
  try {
    if (Number(request.headers['content-length'] ?? 0) > upload.sizeBytesMax + multipartEnvelopeBytesMax)
      throw tooLarge(upload);
    for await (const part of request.parts({ limits: { fileSize: upload.sizeBytesMax + 1 } })) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== upload.field) {
        skip(part.file, () => {
          isTooLarge = true;
        });
        continue;
      }
      // Bytes past the limit are skipped as they arrive, while the reader still writes the ones before.
      part.file.once('limit', () => request.raw.unpipe());
      yield { fileName: part.filename ?? '', contentType: part.mimetype, content: part.file };
    }
    if (isTooLarge) throw new DomainError('request.tooLarge', { params: { limit: mebibytes(upload.sizeBytesMax) } });
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError('request.invalid', { cause });
  } finally {
    drain(request);
  }
}

/** A broken stream of the part, such as a body that ends too early, becomes `request.invalid`. */
export async function readPart<T>(part: UploadPart, work: (content: Readable) => Promise<T>): Promise<T> {
  // It may have failed before a listener was added.
  let broken: Error | null = part.content.errored;
  part.content.once('error', (error) => {
    broken = error;
  });
  try {
    return await work(part.content);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (broken && error === broken) throw new DomainError('request.invalid', { cause: error });
    throw error;
  }
}
