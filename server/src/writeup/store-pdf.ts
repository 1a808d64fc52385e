import { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import { readPart, type Upload, type UploadPart } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { discardFile, putContent, recordFile, type UseFile } from '../asset/asset.service';
import { checkPdf } from './pdf';

/** Throws `writeup.*` or `asset.*` with the field of the upload, and what `use` throws. */
export async function storePdf(
  deps: Deps,
  { part, upload, name }: { part: UploadPart; upload: Upload; name: string },
  use: UseFile,
): Promise<void> {
  const { field } = upload;
  if (part.contentType !== 'application/pdf' || !part.fileName.endsWith('.pdf')) {
    throw new DomainError('writeup.notPdf', { field });
  }
  const content = await readPart(part, (stream) => putContent(deps, Readable.from(checkPdf(stream, field)), upload));
  try {
    await recordFile(deps, content, { name, contentType: 'application/pdf' }, { use });
  } catch (error) {
    await discardFile(deps, content.hash);
    throw error;
  }
}
