import type { ReadFolder, UsedFile } from '@vexil/code/model';
import { type HashedFile, planChallenges, planGame } from '@vexil/code/plan-body';
import { lineOf, readFolder } from '@vexil/code/readers/folder';
import type { Plan } from '@vexil/contract/plan';
import { planEndpoints } from '@vexil/contract/plan.endpoints';
import { call, type InputOf } from '../../api/call';
import { type ChosenFolder, hashBlob } from '../../ui/chosen-folder';

export type FolderPlan = {
  folder: ChosenFolder;
  read: ReadFolder;
  /** undefined where the folder has problems. */
  plan: Plan | undefined;
  hashes: Map<UsedFile, HashedFile>;
  /** Comes with the readers, which are loaded late. */
  lineOf: typeof lineOf;
};

const blobOf = (folder: ChosenFolder, { path, name, bytes }: UsedFile): File =>
  new File([bytes ? (bytes as BlobPart) : folder.blob(path)], name);

async function hashFiles(folder: ChosenFolder, read: ReadFolder): Promise<Map<UsedFile, HashedFile>> {
  const hashes = new Map<UsedFile, HashedFile>();
  for (const file of read.challenges.flatMap(({ files }) => files)) {
    if (file.url !== undefined) continue;
    const content = blobOf(folder, file);
    hashes.set(file, { sha256: await hashBlob(content), sizeBytes: content.size });
  }
  return hashes;
}

/** Reads a folder here, and has the server compare it. */
export async function planFolder(gameId: number, folder: ChosenFolder, keepOthers: boolean): Promise<FolderPlan> {
  const read = await readFolder(folder);
  if (read.problems.length > 0) return { folder, read, plan: undefined, hashes: new Map(), lineOf };
  const hashes = await hashFiles(folder, read);
  const body = {
    game: planGame(read.game),
    challenges: planChallenges(read.challenges, hashes),
    repository: folder.name.slice(0, 255),
    keepOthers,
  };
  return { folder, read, hashes, lineOf, plan: await call(planEndpoints.create, { params: { id: gameId }, body }) };
}

/** Sends what is missing. A file that was sent already is not sent again by the next try. */
export async function sendMissing(
  gameId: number,
  { folder, hashes, plan }: FolderPlan,
  onFile: (name: string) => void,
): Promise<void> {
  if (!plan) return;
  const current = await call(planEndpoints.get, { params: { id: gameId, planId: plan.id } });
  const missing = new Set(current.missingFiles.map(({ sha256 }) => sha256));
  for (const [file, { sha256 }] of hashes) {
    if (!missing.delete(sha256)) continue;
    onFile(file.name);
    const params = { id: gameId, planId: plan.id, hash: sha256 };
    await call(planEndpoints.file, { params, files: [blobOf(folder, file)] });
  }
}

export type PlanChoices = NonNullable<InputOf<typeof planEndpoints.apply>['body']>;

export const applyPlan = (gameId: number, planId: string, body: PlanChoices) =>
  call(planEndpoints.apply, { params: { id: gameId, planId }, body });
