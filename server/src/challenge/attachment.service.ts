import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { FileType } from '@vexil/db/enums/challenge';
import { violatedConstraint } from '@vexil/db/errors';
import type { Deps } from '@vexil/http/deps';
import { isPlace, placeKey } from '@vexil/rules/asset.rules';
import { recordFile } from '../asset/asset.service';
import { typeOfName } from '../asset/content-type';
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

const nameLengthMax = 255;

/** What an address in S3 names, by its content; undefined where it is no object that the game may use. */
export async function linkPlace(deps: Deps, gameId: number, address: string, ownName?: string | null) {
  const { places } = deps.storage;
  const key = places && placeKey(address.trim(), places.folder, gameId);
  const content = key ? await places.link(key) : undefined;
  if (!places || !key || !content) return undefined;
  const lastPart = key.slice(key.lastIndexOf('/') + 1).slice(0, nameLengthMax);
  const name = ownName?.trim() || lastPart.replace(/\p{Surrogate}/gu, '');
  const putAgain = () => places.link(key);
  await recordFile(deps, content, { name, contentType: typeOfName(name) }, { putAgain });
  return { ...content, name };
}

/** What is refused stays as it is, and `createAttachments` names it. */
export async function linkPlaces<Of extends AttachmentRequest>(
  deps: Deps,
  gameId: number,
  requests: readonly Of[],
): Promise<Of[]> {
  const linked: Of[] = [];
  for (const request of requests) {
    const { attachmentType, remoteUrl, name } = request;
    const found = attachmentType === 'Remote' && (await linkPlace(deps, gameId, remoteUrl ?? '', name));
    linked.push(found ? { ...request, attachmentType: 'Local', fileHash: found.hash, name: found.name } : request);
  }
  return linked;
}

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
    if (isPlace(url)) {
      throw new DomainError('asset.placeInvalid', { field: `${path}remoteUrl`, params: { address: url } });
    }
    if (!isWebAddress(url)) throw new DomainError('asset.urlInvalid', { field: `${path}remoteUrl` });
    return { type: 'Remote', remoteUrl: url, fileName: ownName };
  }
  const storedName = storedNames.get(fileHash ?? '');
  if (!fileHash || storedName === undefined) throw new DomainError('asset.notFound', { field: `${path}fileHash` });
  return { type: 'Local', fileHash, fileName: ownName ?? storedName };
}

/**
 * Returns the id of the first of each list, null for a list of none. Throws `asset.notFound`, `asset.urlInvalid` or
 * `asset.placeInvalid`, naming the field.
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
