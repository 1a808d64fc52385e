import type { ChallengeTraffic, FileRecord, TeamTraffic } from '@vexil/contract/capture';
import { DomainError } from '@vexil/contract/errors';
import type { StoredObject } from '@vexil/runtime/storage/storage';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import type { Deps } from '../deps';
import { findGameId, listCaptured, listTeamsOf } from './capture.queries';
import { viewCapture, viewTeamTraffic } from './capture.view';

/** Storage folder of a team's captures; it outlives the challenge. */
export interface CaptureFolder {
  challengeId: number;
  participationId: number;
}

const idMax = 2147483647;

const pathOf = (challengeId: number) => `capture/${challengeId}/`;
const folderOf = ({ challengeId, participationId }: CaptureFolder) => `${pathOf(challengeId)}${participationId}/`;

async function listFolderIds(deps: Pick<Deps, 'storage'>, challengeId: number): Promise<number[]> {
  const names = await deps.storage.listFolders(pathOf(challengeId));
  return names
    .filter((name) => /^[1-9]\d{0,9}$/.test(name))
    .map(Number)
    .filter((id) => id <= idMax);
}

export async function listCaptures(deps: Pick<Deps, 'storage'>, folder: CaptureFolder): Promise<FileRecord[]> {
  const path = folderOf(folder);
  const objects = await deps.storage.listObjects(path);
  return objects.filter(({ key }) => !key.slice(path.length).includes('/')).map(viewCapture);
}

export async function listCapturedChallenges(deps: Deps, gameId: number): Promise<ChallengeTraffic[]> {
  const rows = await listCaptured(deps.db, gameId);
  return Promise.all(rows.map(async (row) => ({ ...row, count: (await listFolderIds(deps, row.id)).length })));
}

/** Throws `capture.notFound` when the challenge has no captures. */
export async function listCapturedTeams(deps: Deps, challengeId: number): Promise<TeamTraffic[]> {
  const ids = await listFolderIds(deps, challengeId);
  if (ids.length === 0) throw new DomainError('capture.notFound');
  const rows = await listTeamsOf(deps.db, ids);
  return Promise.all(
    rows.map(async (row) => {
      const captures = await listCaptures(deps, { challengeId, participationId: row.id });
      return viewTeamTraffic(row, captures.length);
    }),
  );
}

export function findCapture(
  deps: Pick<Deps, 'storage'>,
  folder: CaptureFolder,
  fileName: string,
): Promise<StoredObject | undefined> {
  return deps.storage.statObject(`${folderOf(folder)}${fileName}`);
}

/** Throws `capture.fileNotFound`. */
export async function getCapture(
  deps: Pick<Deps, 'storage'>,
  folder: CaptureFolder,
  fileName: string,
): Promise<StoredObject> {
  const object = await findCapture(deps, folder, fileName);
  if (!object) throw new DomainError('capture.fileNotFound');
  return object;
}

export async function deleteCapture(deps: Deps, by: Author, folder: CaptureFolder, fileName: string): Promise<void> {
  const { key, sizeBytes } = await getCapture(deps, folder, fileName);
  await deleteWithAudit(deps, by, folder, { fileName, sizeBytes }, () => deps.storage.deleteObject(key));
}

export async function deleteCaptures(deps: Deps, by: Author, folder: CaptureFolder): Promise<void> {
  const captures = await listCaptures(deps, folder);
  if (captures.length === 0) return;
  const sizeBytes = captures.reduce((sum, { size }) => sum + size, 0);
  const before = { files: captures.length, sizeBytes };
  await deleteWithAudit(deps, by, folder, before, () => deps.storage.deleteObjects(folderOf(folder)));
}

/** The audit entry is committed only when the storage has deleted. */
async function deleteWithAudit(
  deps: Deps,
  by: Author,
  { challengeId, participationId }: CaptureFolder,
  before: object,
  deleteStored: () => Promise<unknown>,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const gameId = (await findGameId(tx, challengeId)) ?? null;
    const target = `capture:${challengeId}/${participationId}`;
    await audit(tx, { by, gameId, action: 'capture.delete', target, before });
    await deleteStored();
  });
}
