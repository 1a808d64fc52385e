import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@vexil/contract/errors';
import { packageRoutes } from '@vexil/contract/package';
import { readPart, readUploads, tooLarge, type Upload, type UploadPart, uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import type { FastifyRequest } from 'fastify';

const zipTypes = new Set(['application/zip', 'application/x-zip-compressed']);
const fileAgeMsMax = 24 * 3_600_000;

async function* limitSize(chunks: AsyncIterable<Buffer>, upload: Upload): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > upload.sizeBytesMax) throw tooLarge(upload);
    yield chunk;
  }
  if (sizeBytes === 0) throw new DomainError('asset.empty', { field: upload.field });
}

async function receivePart(part: UploadPart, upload: Upload, file: FileHandle): Promise<void> {
  if (!part.fileName.toLowerCase().endsWith('.zip') || !zipTypes.has(part.contentType)) {
    throw new DomainError('package.notZip', { field: upload.field });
  }
  await readPart(part, (content) =>
    pipeline(content, (chunks: AsyncIterable<Buffer>) => limitSize(chunks, upload), file.createWriteStream()),
  );
}

async function receive({ config }: Pick<Deps, 'config'>, request: FastifyRequest, file: FileHandle): Promise<void> {
  const upload = uploadOf(config, packageRoutes.import.upload);
  for await (const part of readUploads(request, upload)) return await receivePart(part, upload, file);
  throw new DomainError('asset.fileMissing', { field: upload.field });
}

async function deleteOldFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - fileAgeMsMax) await rm(path, { force: true });
  }
}

/**
 * Stored in a file, because a zip archive has its directory at its end; the caller deletes it. Throws
 * `asset.fileMissing`, `asset.empty`, `asset.tooLarge`, `package.notZip` or `request.mediaType`.
 */
export async function receivePackage(deps: Pick<Deps, 'config'>, request: FastifyRequest): Promise<string> {
  const directory = join(deps.config.dataDir, 'packages');
  await mkdir(directory, { recursive: true });
  await deleteOldFiles(directory);
  const path = join(directory, `${randomUUID()}.zip`);
  // Opened here: a stream that opens the file itself may do so after the file was deleted on an error.
  const file = await open(path, 'wx');
  try {
    await receive(deps, request, file).finally(() => file.close());
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Throws as `receivePackage` does. */
export async function withUploadedPackage<T>(
  deps: Pick<Deps, 'config'>,
  request: FastifyRequest,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = await receivePackage(deps, request);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
