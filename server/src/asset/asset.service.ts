import type { Readable } from 'node:stream';
import { fileUsesMax } from '@vexil/contract/asset';
import { DomainError } from '@vexil/contract/errors';
import { lockFile } from '@vexil/data/asset/file-uses.queries';
import type { Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import type { FileRow } from '@vexil/db/schema/file';
import { readPart, readUploads, tooLarge, type Upload } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { type StoredContent, TooLargeError } from '@vexil/runtime/storage/storage';
import { inTransaction, type Work, type WorkDeps } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { type Author, audit } from '../audit/audit.service';
import { deleteFileRow, type FileFilter, findFile, listFiles, storeFileRow } from './asset.queries';
import { listFileUses } from './asset.uses.queries';
import { typeOfName } from './content-type';

const fileNameLengthMax = 255;

/** Throws `asset.tooLarge` as soon as the content is longer than allowed. */
export async function putContent(
  deps: Pick<Deps, 'storage'>,
  content: Readable,
  upload: Upload,
): Promise<StoredContent> {
  try {
    return await deps.storage.put(content, upload.sizeBytesMax);
  } catch (error) {
    if (error instanceof TooLargeError) throw tooLarge(upload);
    throw error;
  }
}

export type UseFile = (work: Work, hash: string) => Promise<unknown>;

export interface RecordOptions {
  use?: UseFile;
  /** Stores the content again, where it is still at hand. */
  putAgain?: () => Promise<unknown>;
}

/**
 * Known content counts as stored now, so that no sweep deletes it before `use` has made a row point at it.
 * Throws `request.unavailable` when the content was deleted meanwhile and cannot be stored again.
 */
export async function recordFile(
  deps: WorkDeps & Pick<Deps, 'storage'>,
  content: StoredContent,
  { rename = false, ...file }: { name: string; contentType: string; rename?: boolean },
  { use, putAgain }: RecordOptions = {},
): Promise<void> {
  await inTransaction(deps, async (work) => {
    await lockFile(work.tx, content.hash);
    // The same content may have been deleted between its arrival and the lock. Every deletion takes this lock.
    if ((await deps.storage.size(content.hash)) === undefined) {
      if (!putAgain) throw new DomainError('request.unavailable', { retryAfterSeconds: 1 });
      await putAgain();
    }
    await storeFileRow(work.tx, { ...content, ...file }, rename);
    await use?.(work, content.hash);
  });
}

export async function storeUploadedFiles(
  deps: Deps,
  request: FastifyRequest,
  upload: Upload,
  fileName: string | undefined,
): Promise<{ hash: string; name: string }[]> {
  const stored: { hash: string; name: string }[] = [];
  for await (const part of readUploads(request, upload)) {
    const content = await readPart(part, (stream) => putContent(deps, stream, upload));
    const name = (fileName?.trim() || part.fileName.trim() || content.hash).slice(0, fileNameLengthMax);
    // Only uploaders of any file rename one: a player's picture of the same content renames no attachment.
    await recordFile(deps, content, { name, contentType: typeOfName(name), rename: true });
    stored.push({ hash: content.hash, name });
  }
  return stored;
}

/** Throws `asset.notFound`. */
export async function getFile(deps: Pick<Deps, 'db' | 'storage'>, hash: string): Promise<FileRow> {
  const file = await findFile(deps.db, hash);
  if (!file || (await deps.storage.size(hash)) === undefined) throw new DomainError('asset.notFound');
  return file;
}

export async function listStoredFiles(deps: Pick<Deps, 'db'>, wanted: FileFilter & { count: number; skip: number }) {
  const { rows, total } = await listFiles(deps.db, wanted);
  const used = rows.filter(({ isUsed }) => isUsed).map(({ hash }) => hash);
  const uses = used.length > 0 ? await listFileUses(deps.db, used) : [];
  const data = rows.map((row) => {
    const own = uses.filter(({ hash }) => hash === row.hash);
    return { ...row, createdAt: row.createdAt.getTime(), uses: own.slice(0, fileUsesMax), useCount: own.length };
  });
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

/** Throws `asset.notFound` or `asset.inUse`. Audited when an author is named. */
export async function deleteFile(deps: WorkDeps & Pick<Deps, 'storage'>, hash: string, by?: Author): Promise<void> {
  await inTransaction(deps, async ({ tx }) => {
    await lockFile(tx, hash);
    const { name, sizeBytes } = await deleteUnusedRow(tx, hash);
    const entry = {
      gameId: null,
      action: 'asset.delete' as const,
      target: `asset:${hash}`,
      before: { name, sizeBytes },
    };
    if (by) await audit(tx, { by, ...entry });
    // Before the commit: content without a row is never found, a row without content always.
    await deps.storage.delete(hash);
  });
}

/** Files in use stay. */
export async function discardFile(deps: WorkDeps & Pick<Deps, 'storage'>, hash: string): Promise<void> {
  try {
    await inTransaction(deps, async ({ tx }) => {
      await lockFile(tx, hash);
      await deleteFileRow(tx, hash);
      await deps.storage.delete(hash);
    });
  } catch (error) {
    if (!violatedConstraint(error)) throw error;
  }
}

/** Files in use stay. */
export async function releaseFile(deps: WorkDeps & Pick<Deps, 'storage'>, hash: string | null): Promise<void> {
  if (hash === null) return;
  try {
    await deleteFile(deps, hash);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}
