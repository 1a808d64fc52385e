import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { FileType } from '@vexil/db/enums/challenge';
import { violatedConstraint } from '@vexil/db/errors';
import { findFileNames, insertAttachments, type NewAttachmentRow } from './attachment.queries';

export {
  type AttachmentFile,
  deleteAttachments,
  insertAttachments,
  listAttachments,
  type NewAttachmentRow,
} from './attachment.queries';

export interface AttachmentRequest {
  attachmentType: FileType;
  fileHash?: string | null | undefined;
  remoteUrl?: string | null | undefined;
  name?: string | null | undefined;
  /** Before its members, in the path of a field. */
  path?: string;
}

/** The one that the members of a request name, and the others that it lists. */
export const requestsOf = (
  {
    attachmentType,
    fileHash,
    remoteUrl,
    attachments,
  }: AttachmentRequest & { attachments: readonly AttachmentRequest[] },
  path = '',
): AttachmentRequest[] => [
  { attachmentType, fileHash, remoteUrl, path },
  ...attachments.map((one, index) => ({ ...one, path: `${path}attachments.${index}.` })),
];

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}

function readRequest(
  { attachmentType, fileHash, remoteUrl, name, path = '' }: AttachmentRequest,
  storedNames: ReadonlyMap<string, string>,
): NewAttachmentRow | null {
  if (attachmentType === 'None') return null;
  const ownName = name?.trim() || null;
  if (attachmentType === 'Remote') {
    const url = remoteUrl?.trim() ?? '';
    if (!isWebAddress(url)) throw new DomainError('asset.urlInvalid', { field: `${path}remoteUrl` });
    return { type: 'Remote', remoteUrl: url, fileName: ownName };
  }
  const storedName = storedNames.get(fileHash ?? '');
  if (!fileHash || storedName === undefined) throw new DomainError('asset.notFound', { field: `${path}fileHash` });
  return { type: 'Local', fileHash, fileName: ownName ?? storedName };
}

/**
 * Returns the id of the first of each list, null for a list of none. Throws `asset.notFound` or `asset.urlInvalid`, naming
 * the field.
 */
export async function createAttachments(
  tx: Tx,
  lists: readonly (readonly AttachmentRequest[])[],
): Promise<(number | null)[]> {
  const hashes = lists.flat().flatMap(({ attachmentType, fileHash }) => (attachmentType === 'Local' && fileHash) || []);
  const names = hashes.length > 0 ? await findFileNames(tx, [...new Set(hashes)]) : new Map<string, string>();
  const rows = lists.map((list) => list.flatMap((request) => readRequest(request, names) ?? []));
  try {
    return await insertAttachments(tx, rows);
  } catch (cause) {
    // The file was deleted after it was found.
    if (violatedConstraint(cause) === undefined) throw cause;
    throw new DomainError('asset.notFound', { field: `${lists.flat()[0]?.path ?? ''}fileHash`, cause });
  }
}
