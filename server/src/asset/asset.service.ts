import type { Readable } from 'node:stream';
import { DomainError, invariant } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import { type FileRow, lockFile } from '@vexil/db/schema/file';
import { type StoredContent, TooLargeError } from '@vexil/runtime/storage/storage';
import { inTransaction } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { type Author, audit } from '../audit/audit.service';
import type { Deps } from '../deps';
import { readPart, readUploads, type Upload } from '../plugins/upload';
import { countFiles, deleteFileRow, findFile, listFiles, storeFileRow } from './asset.queries';
import { typeOfName } from './content-type';

const fileNameLengthMax = 255;

/** Limits are powers of two; people read them in MiB. */
export function tooLarge(field: string, sizeBytesMax: number): DomainError {
  return new DomainError('asset.tooLarge', { field, params: { limit: `${Math.floor(sizeBytesMax / 1024 ** 2)} MiB` } });
}

/** Puts content into the storage; throws `asset.tooLarge` as soon as it is longer than allowed. */
export async function putContent(
  deps: Pick<Deps, 'storage'>,
  content: Readable,
  upload: Upload,
): Promise<StoredContent> {
  try {
    return await deps.storage.put(content, upload.sizeBytesMax);
  } catch (error) {
    if (error instanceof TooLargeError) throw tooLarge(upload.field, upload.sizeBytesMax);
    throw error;
  }
}

/** Lets a row point at a file; runs in the transaction that makes the file known. */
export type UseFile = (tx: Tx, hash: string) => Promise<unknown>;

/**
 * Makes stored content known. What is known already counts as stored now, and keeps its name unless `rename` says
 * otherwise. It cannot be deleted before `use` has made a row point at it.
 */
export async function recordFile(
  deps: Pick<Deps, 'db' | 'log' | 'storage'>,
  content: StoredContent,
  { rename = false, ...file }: { name: string; contentType: string; rename?: boolean },
  use?: UseFile,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockFile(tx, content.hash);
    // The same content may have been deleted between its arrival and the lock.
    const present = await deps.storage.size(content.hash);
    if (present === undefined) throw new DomainError('request.unavailable', { retryAfterSeconds: 1 });
    await storeFileRow(tx, { ...content, ...file }, rename);
    await use?.(tx, content.hash);
  });
}

/** Stores all files of an upload, in its order; those without content are left out. */
export async function storeUploadedFiles(
  deps: Deps,
  request: FastifyRequest,
  upload: Upload | undefined,
  fileName: string | undefined,
): Promise<{ hash: string; name: string }[]> {
  invariant(upload, 'the call declares the upload of its files');
  const stored: { hash: string; name: string }[] = [];
  for await (const part of readUploads(request, upload)) {
    const content = await readPart(part, (stream) => putContent(deps, stream, upload));
    if (content.sizeBytes === 0) continue;
    const name = (fileName?.trim() || part.fileName.trim() || content.hash).slice(0, fileNameLengthMax);
    // Only those who may upload any file rename one: a player's picture of the same content renames no attachment.
    await recordFile(deps, content, { name, contentType: typeOfName(name), rename: true });
    stored.push({ hash: content.hash, name });
  }
  return stored;
}

/** A stored file whose content is there; throws `asset.notFound`. */
export async function getFile(deps: Pick<Deps, 'db' | 'storage'>, hash: string): Promise<FileRow> {
  const file = await findFile(deps.db, hash);
  if (!file || (await deps.storage.size(hash)) === undefined) throw new DomainError('asset.notFound');
  return file;
}

/** A page of all stored files, by name. */
export async function listStoredFiles(deps: Pick<Deps, 'db'>, wanted: { count: number; skip: number }) {
  const [data, total] = await Promise.all([listFiles(deps.db, wanted), countFiles(deps.db)]);
  return { data, length: data.length, total };
}

async function deleteUnusedRow(tx: Tx, hash: string): Promise<FileRow> {
  try {
    const row = await deleteFileRow(tx, hash);
    if (!row) throw new DomainError('asset.notFound');
    return row;
  } catch (error) {
    if (violatedConstraint(error)) throw new DomainError('asset.inUse', { cause: error });
    throw error;
  }
}

/**
 * Deletes a file that nothing uses; throws `asset.notFound` or `asset.inUse`. Goes into the audit log when an
 * author is named.
 */
export async function deleteFile(deps: Pick<Deps, 'db' | 'log' | 'storage'>, hash: string, by?: Author): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockFile(tx, hash);
    const { name, sizeBytes } = await deleteUnusedRow(tx, hash);
    const entry = { gameId: null, action: 'asset.delete', target: `asset:${hash}`, before: { name, sizeBytes } };
    if (by) await audit(tx, { by, ...entry });
    // Before the commit: content without a row is never found, a row without content always.
    await deps.storage.delete(hash);
  });
}

/** Takes back content that was stored for something that failed, with its row if it has one; what is in use stays. */
export async function discardFile(deps: Pick<Deps, 'db' | 'log' | 'storage'>, hash: string): Promise<void> {
  try {
    await inTransaction(deps, async (tx) => {
      await lockFile(tx, hash);
      await deleteFileRow(tx, hash);
      await deps.storage.delete(hash);
    });
  } catch (error) {
    if (!violatedConstraint(error)) throw error;
  }
}

/** Deletes a file that was replaced, unless something else uses the same content. */
export async function releaseFile(deps: Pick<Deps, 'db' | 'log' | 'storage'>, hash: string | null): Promise<void> {
  if (hash === null) return;
  try {
    await deleteFile(deps, hash);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}
