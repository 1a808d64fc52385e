import type { ChallengeTraffic, FileRecord, TeamTraffic } from '@vexil/contract/capture';
import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { captureFolder, capturesOf } from '@vexil/runtime/capture-key';
import type { StoredObject } from '@vexil/runtime/storage/storage';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import {
  type CaptureFolder,
  deleteCaptureRows,
  findGameId,
  listCaptured,
  listCaptureRows,
  listOpenFolderIds,
  listTeamsOf,
} from './capture.queries';
import { allTeams, viewCapture, viewOpenCapture, viewSharedTraffic, viewTeamTraffic } from './capture.view';
import { endOpenCaptures } from './end-open-captures';

export type { CaptureFolder } from './capture.queries';

const idMax = 2147483647;

/** Participations with files, in the storage or open. */
async function listFolderIds(deps: Pick<Deps, 'storage' | 'db'>, challengeId: number): Promise<number[]> {
  const [names, open] = await Promise.all([
    deps.storage.listFolders(capturesOf(challengeId)),
    listOpenFolderIds(deps.db, challengeId),
  ]);
  const stored = names
    .filter((name) => /^(0|[1-9]\d{0,9})$/.test(name))
    .map(Number)
    .filter((id) => id <= idMax);
  return [...new Set([...stored, ...open])];
}

async function listStored(deps: Pick<Deps, 'storage'>, folder: CaptureFolder): Promise<StoredObject[]> {
  const path = captureFolder(folder);
  const objects = await deps.storage.listObjects(path);
  return objects.filter(({ key }) => !key.slice(path.length).includes('/'));
}

/** By name; open ones last. */
export async function listCaptures(deps: Pick<Deps, 'storage' | 'db'>, folder: CaptureFolder): Promise<FileRecord[]> {
  // First, so that a file that is stored meanwhile is listed once or twice, but not left out.
  const rows = await listCaptureRows(deps.db, folder);
  const stored = await listStored(deps, folder);
  const files = stored.map((object) => {
    const fileName = object.key.slice(captureFolder(folder).length);
    return viewCapture(
      object,
      rows.find((row) => row.fileName === fileName),
    );
  });
  const names = new Set(files.map(({ fileName }) => fileName));
  const open = rows.filter(({ state, fileName }) => state === 'open' && !names.has(fileName));
  return [...files, ...open.map(viewOpenCapture)];
}

export async function listCapturedChallenges(deps: Deps, gameId: number): Promise<ChallengeTraffic[]> {
  const rows = await listCaptured(deps.db, gameId);
  return Promise.all(rows.map(async (row) => ({ ...row, count: (await listFolderIds(deps, row.id)).length })));
}

/** Throws `capture.notFound` when the challenge has no captures. */
export async function listCapturedTeams(deps: Deps, challengeId: number): Promise<TeamTraffic[]> {
  const ids = await listFolderIds(deps, challengeId);
  if (ids.length === 0) throw new DomainError('capture.notFound');
  const count = async (participationId: number) => (await listCaptures(deps, { challengeId, participationId })).length;
  const rows = await listTeamsOf(deps.db, ids);
  const teams = await Promise.all(rows.map(async (row) => viewTeamTraffic(row, await count(row.id))));
  return ids.includes(allTeams) ? [viewSharedTraffic(await count(allTeams)), ...teams] : teams;
}

export function findCapture(
  deps: Pick<Deps, 'storage'>,
  folder: CaptureFolder,
  fileName: string,
): Promise<StoredObject | undefined> {
  return deps.storage.statObject(`${captureFolder(folder)}${fileName}`);
}

/** Ends an open file first. Throws `capture.fileNotFound` or `capture.notStoredYet`. */
export async function getCapture(deps: Deps, folder: CaptureFolder, fileName: string): Promise<StoredObject> {
  const stored = await findCapture(deps, folder, fileName);
  if (stored) return stored;
  const isEnded = await endOpenCaptures(deps, folder, fileName);
  const ended = await findCapture(deps, folder, fileName);
  if (ended) return ended;
  throw new DomainError(isEnded ? 'capture.fileNotFound' : 'capture.notStoredYet');
}

/** Throws `capture.fileNotFound`. */
export async function deleteCapture(deps: Deps, by: Author, folder: CaptureFolder, fileName: string): Promise<void> {
  await deleteWithAudit(deps, by, folder, async (open) => {
    const object = await findCapture(deps, folder, fileName);
    const sizeBytes = object?.sizeBytes ?? open.find((row) => row.fileName === fileName)?.sizeBytes;
    if (sizeBytes === undefined) throw new DomainError('capture.fileNotFound');
    // An open file may be stored meanwhile.
    const remove = () => deps.storage.deleteObject(`${captureFolder(folder)}${fileName}`);
    return { before: { fileName, sizeBytes }, fileName, remove };
  });
}

export async function deleteCaptures(deps: Deps, by: Author, folder: CaptureFolder): Promise<void> {
  await deleteWithAudit(deps, by, folder, async () => {
    const captures = await listCaptures(deps, folder);
    if (captures.length === 0) return null;
    const before = {
      files: captures.length,
      sizeBytes: captures.reduce((sum, one) => sum + (one.size ?? one.writtenBytes ?? 0), 0),
    };
    return { before, remove: () => deps.storage.deleteObjects(captureFolder(folder)) };
  });
}

interface Deletion {
  before: object;
  /** One file, else all. */
  fileName?: string;
  remove(): Promise<unknown>;
}

/** The audit entry is committed only when the storage has deleted. */
async function deleteWithAudit(
  deps: Deps,
  by: Author,
  folder: CaptureFolder,
  plan: (open: Awaited<ReturnType<typeof listCaptureRows>>) => Promise<Deletion | null>,
): Promise<void> {
  const deletion = await plan(await listCaptureRows(deps.db, folder));
  if (!deletion) return;
  const { challengeId, participationId } = folder;
  await inTransaction(deps, async ({ tx }) => {
    const gameId = (await findGameId(tx, challengeId)) ?? null;
    const target = `capture:${challengeId}/${participationId}`;
    await audit(tx, { by, gameId, action: 'capture.delete', target, before: deletion.before });
    await deleteCaptureRows(tx, folder, deps.clock.now(), deletion.fileName);
    await deletion.remove();
  });
}
