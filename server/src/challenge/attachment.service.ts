import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { FileType } from '@vexil/db/enums/challenge';
import { violatedConstraint } from '@vexil/db/errors';
import { findFileNames, insertAttachments, type NewAttachmentRow } from './attachment.queries';

export { deleteAttachments } from './attachment.queries';

export interface AttachmentRequest {
  attachmentType: FileType;
  fileHash?: string | null | undefined;
  remoteUrl?: string | null | undefined;
}

type FieldOf = (index: number, member: keyof AttachmentRequest) => string;

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}

async function readRequests(tx: Tx, requests: readonly AttachmentRequest[], fieldOf: FieldOf) {
  const hashes = requests.flatMap(({ attachmentType, fileHash }) =>
    attachmentType === 'Local' && fileHash ? fileHash : [],
  );
  const names = hashes.length > 0 ? await findFileNames(tx, hashes) : new Map<string, string>();
  return requests.map(({ attachmentType, fileHash, remoteUrl }, index): NewAttachmentRow | null => {
    if (attachmentType === 'None') return null;
    if (attachmentType === 'Remote') {
      const url = remoteUrl?.trim() ?? '';
      if (!isWebAddress(url)) throw new DomainError('asset.urlInvalid', { field: fieldOf(index, 'remoteUrl') });
      return { type: 'Remote', remoteUrl: url };
    }
    const fileName = names.get(fileHash ?? '');
    if (!fileHash || fileName === undefined) {
      throw new DomainError('asset.notFound', { field: fieldOf(index, 'fileHash') });
    }
    return { type: 'Local', fileHash, fileName };
  });
}

/** Returns the ids in order, null for type None. Throws `asset.notFound` or `asset.urlInvalid`, naming the field. */
export async function createAttachments(
  tx: Tx,
  requests: readonly AttachmentRequest[],
  fieldOf: FieldOf = (_index, member) => member,
): Promise<(number | null)[]> {
  const rows = await readRequests(tx, requests, fieldOf);
  const wanted = rows.filter((row) => row !== null);
  if (wanted.length === 0) return rows.map(() => null);
  try {
    const ids = await insertAttachments(tx, wanted);
    return rows.map((row) => (row ? (ids.shift() ?? null) : null));
  } catch (cause) {
    // The file was deleted after `readRequests` found it.
    if (violatedConstraint(cause) === undefined) throw cause;
    throw new DomainError('asset.notFound', { field: fieldOf(0, 'fileHash'), cause });
  }
}
