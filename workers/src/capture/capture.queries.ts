import type { Executor, Tx } from '@vexil/db';
import {
  type CaptureCursor,
  type CaptureRow,
  type CaptureSearchRow,
  captureFindings,
  captureMatches,
  captureSearches,
  captures,
  type NewCaptureFindingRow,
  type NewCaptureMatchRow,
} from '@vexil/db/schema/capture';
import { challenges } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { earlierFlags, teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

const order = [
  asc(captures.challengeId),
  asc(captures.participationId),
  asc(captures.recording),
  asc(captures.part),
] as const;

const isKept = and(eq(captures.state, 'stored'), isNull(captures.deletedAt));

function isBehind({ challengeId, participationId, recording, part }: CaptureCursor): SQL {
  const file = sql`(${captures.challengeId}, ${captures.participationId}, ${captures.recording}, ${captures.part})`;
  return sql`${file} > (${challengeId}, ${participationId}, ${recording}, ${part})`;
}

const isSearched = ({ gameId, challengeId, participationId }: CaptureSearchRow) =>
  and(
    isKept,
    eq(captures.gameId, gameId),
    challengeId === null ? undefined : eq(captures.challengeId, challengeId),
    participationId === null ? undefined : eq(captures.participationId, participationId),
  );

/** undefined for a search that has ended or was removed. */
export async function startSearch(db: Executor, searchId: string, now: Date): Promise<CaptureSearchRow | undefined> {
  const [row] = await db
    .update(captureSearches)
    .set({ state: 'running', updatedAt: now })
    .where(and(eq(captureSearches.id, searchId), inArray(captureSearches.state, ['waiting', 'running'])))
    .returning();
  return row;
}

export async function countFiles(db: Executor, search: CaptureSearchRow): Promise<number> {
  const [row] = await db.select({ files: count() }).from(captures).where(isSearched(search));
  return row?.files ?? 0;
}

export async function findNextFile(db: Executor, search: CaptureSearchRow): Promise<CaptureRow | undefined> {
  const [row] = await db
    .select()
    .from(captures)
    .where(and(isSearched(search), search.cursor ? isBehind(search.cursor) : undefined))
    .orderBy(...order)
    .limit(1);
  return row;
}

export async function findPartBefore(db: Executor, { challengeId, participationId, recording, part }: CaptureRow) {
  const [row] = await db
    .select()
    .from(captures)
    .where(
      and(
        isKept,
        eq(captures.challengeId, challengeId),
        eq(captures.participationId, participationId),
        eq(captures.recording, recording),
        eq(captures.part, part - 1),
      ),
    );
  return row;
}

export type SearchProgress = Partial<
  Pick<
    CaptureSearchRow,
    | 'cursor'
    | 'filesTotal'
    | 'filesDone'
    | 'filesUnread'
    | 'bytesRead'
    | 'matchCount'
    | 'isTruncated'
    | 'state'
    | 'error'
    | 'endedAt'
  >
>;

/** undefined when the search was removed, or another run has gone on from the same file. */
export async function saveProgress(
  tx: Executor,
  { id, cursor }: CaptureSearchRow,
  progress: SearchProgress,
  now: Date,
): Promise<CaptureSearchRow | undefined> {
  const before = cursor === null ? sql`null::jsonb` : sql`${JSON.stringify(cursor)}::jsonb`;
  const [row] = await tx
    .update(captureSearches)
    .set({ ...progress, updatedAt: now })
    .where(
      and(
        eq(captureSearches.id, id),
        eq(captureSearches.state, 'running'),
        sql`${captureSearches.cursor} is not distinct from ${before}`,
      ),
    )
    .returning();
  return row;
}

const rowsAtOnce = 200;

export async function insertMatches(tx: Executor, rows: readonly NewCaptureMatchRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx.insert(captureMatches).values(rows.slice(from, from + rowsAtOnce));
  }
}

/** Flags that teams have or had for a challenge. Plan: the indexes by challenge and hash. */
export function listTeamFlags(db: Executor, challengeId: number) {
  const present = db
    .select({
      participationId: teamChallenges.participationId,
      hash: teamChallenges.flagHash,
      sealed: teamChallenges.flagSealed,
    })
    .from(teamChallenges)
    .where(and(eq(teamChallenges.challengeId, challengeId), isNotNull(teamChallenges.flagSealed)));
  const earlier = db
    .select({
      participationId: earlierFlags.participationId,
      hash: earlierFlags.flagHash,
      sealed: earlierFlags.flagSealed,
    })
    .from(earlierFlags)
    .where(eq(earlierFlags.challengeId, challengeId));
  // In one statement, because a flag is replaced at any time and has to be in one of the two.
  return unionAll(present, earlier);
}

export const listUnchecked = (db: Executor, limit: number) =>
  db
    .select()
    .from(captures)
    .where(and(isKept, isNull(captures.checkedAt)))
    .orderBy(...order)
    .limit(limit);

export async function hasUnchecked(db: Executor): Promise<boolean> {
  return (await listUnchecked(db, 1)).length > 0;
}

export async function setChecked(db: Executor, id: number, now: Date): Promise<void> {
  await db.update(captures).set({ checkedAt: now }).where(eq(captures.id, id));
}

/** @returns owners that no finding named for this team and challenge before */
export async function insertFindings(tx: Tx, rows: readonly NewCaptureFindingRow[]): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const { challengeId, participationId } = first;
  const known = await tx
    .selectDistinct({ id: captureFindings.sourceParticipationId })
    .from(captureFindings)
    .where(and(eq(captureFindings.challengeId, challengeId), eq(captureFindings.participationId, participationId)));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insert(captureFindings)
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflictDoNothing();
  }
  const owners = new Set(rows.map(({ sourceParticipationId }) => sourceParticipationId));
  return [...owners].filter((owner) => !known.some(({ id }) => id === owner));
}

/** Names for a webhook. */
export async function readNames(db: Executor, challengeId: number, participationIds: readonly number[]) {
  const [[challenge], rows] = await Promise.all([
    db.select({ title: challenges.title }).from(challenges).where(eq(challenges.id, challengeId)),
    db
      .select({ id: participations.id, name: teams.name })
      .from(participations)
      .innerJoin(teams, eq(teams.id, participations.teamId))
      .where(inArray(participations.id, [...participationIds])),
  ]);
  return { challenge: challenge?.title ?? '', teams: new Map(rows.map(({ id, name }) => [id, name])) };
}

/** Plan: captures_updated_at_idx. */
export const listOldest = (db: Executor, limit: number) =>
  db.select().from(captures).where(isKept).orderBy(asc(captures.updatedAt), asc(captures.id)).limit(limit);

/** Of games that were deleted. */
export const listOrphans = (db: Executor, limit: number) =>
  db
    .select()
    .from(captures)
    .where(and(isKept, sql`not exists (select from ${games} where ${games.id} = ${captures.gameId})`))
    .orderBy(desc(captures.id))
    .limit(limit);

export async function deleteRow(db: Executor, id: number): Promise<void> {
  await db.delete(captures).where(eq(captures.id, id));
}

/** Of files that were lost with the disk of their server. */
export async function deleteLostRows(db: Executor, before: Date): Promise<void> {
  await db.delete(captures).where(and(ne(captures.state, 'stored'), lt(captures.updatedAt, before)));
}

export async function listStaleSearches(db: Executor, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: captureSearches.id })
    .from(captureSearches)
    .where(
      or(
        and(eq(captureSearches.state, 'waiting'), lt(captureSearches.createdAt, before)),
        and(eq(captureSearches.state, 'running'), lt(captureSearches.updatedAt, before)),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function deleteOldSearches(db: Executor, before: Date): Promise<void> {
  await db.delete(captureSearches).where(lt(captureSearches.createdAt, before));
}
