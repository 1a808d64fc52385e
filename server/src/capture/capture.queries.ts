import type { Executor } from '@vexil/db';
import { captures } from '@vexil/db/schema/capture';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';

/** Storage folder of a team's captures; it outlives the challenge. */
export interface CaptureFolder {
  challengeId: number;
  participationId: number;
}

export function listCaptured(db: Executor, gameId: number) {
  return db
    .select({
      id: challenges.id,
      title: challenges.title,
      category: challenges.category,
      customCategory: challenges.customCategory,
      type: challenges.type,
      isEnabled: challenges.isEnabled,
    })
    .from(challenges)
    .where(and(eq(challenges.gameId, gameId), eq(challenges.enableTrafficCapture, true)))
    .orderBy(asc(challenges.id));
}

export async function listTeamsOf(db: Executor, participationIds: number[]) {
  if (participationIds.length === 0) return [];
  return db
    .select({
      id: participations.id,
      teamId: participations.teamId,
      name: teams.name,
      avatarHash: teams.avatarHash,
      division: divisions.name,
    })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(inArray(participations.id, participationIds))
    .orderBy(asc(participations.id));
}

/** undefined when the challenge was deleted; its captures may still be stored. */
export async function findGameId(db: Executor, challengeId: number): Promise<number | undefined> {
  const [row] = await db.select({ gameId: challenges.gameId }).from(challenges).where(eq(challenges.id, challengeId));
  return row?.gameId;
}

const inFolder = ({ challengeId, participationId }: CaptureFolder) =>
  and(eq(captures.challengeId, challengeId), eq(captures.participationId, participationId), isNull(captures.deletedAt));

/** Those of a team that are not deleted. Plan: captures_file_key. */
export const listCaptureRows = (db: Executor, folder: CaptureFolder) =>
  db.select().from(captures).where(inFolder(folder)).orderBy(asc(captures.fileName));

/** Participations with an open file. */
export async function listOpenFolderIds(db: Executor, challengeId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: captures.participationId })
    .from(captures)
    .where(and(eq(captures.challengeId, challengeId), eq(captures.state, 'open'), isNull(captures.deletedAt)));
  return rows.map(({ id }) => id);
}

/** Asks the servers that write these files to end them; `fileName` limits that to one. @returns how many there are */
export async function requestCuts(db: Executor, folder: CaptureFolder, at: Date, fileName?: string): Promise<number> {
  const named = fileName === undefined ? undefined : eq(captures.fileName, fileName);
  const rows = await db
    .update(captures)
    .set({ cutAt: at })
    .where(and(inFolder(folder), named, eq(captures.state, 'open')))
    .returning({ id: captures.id });
  return rows.length;
}

/** Whether a file that was asked to end is still open. */
export async function countCuts(db: Executor, folder: CaptureFolder, fileName?: string): Promise<number> {
  const rows = await listCaptureRows(db, folder);
  return rows.filter((row) => row.cutAt !== null && (fileName === undefined || row.fileName === fileName)).length;
}

/** Open files are marked, and their servers discard them; the rows of stored ones go. */
export async function deleteCaptureRows(
  db: Executor,
  folder: CaptureFolder,
  at: Date,
  fileName?: string,
): Promise<void> {
  const named = fileName === undefined ? undefined : eq(captures.fileName, fileName);
  await db
    .update(captures)
    .set({ deletedAt: at })
    .where(and(inFolder(folder), named, eq(captures.state, 'open')));
  await db.delete(captures).where(and(inFolder(folder), named, eq(captures.state, 'stored')));
}
