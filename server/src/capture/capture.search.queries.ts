import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import {
  type CaptureSearchRow,
  captureFindings,
  captureMatches,
  captureSearches,
  captures,
} from '@vexil/db/schema/capture';
import { challenges } from '@vexil/db/schema/challenge';
import { lockClasses } from '@vexil/db/schema/locks';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

const listedMax = 50;
const findingsMax = 1000;

const isOfFile = (place: typeof captureMatches | typeof captureFindings) =>
  and(
    eq(captures.challengeId, place.challengeId),
    eq(captures.participationId, place.participationId),
    eq(captures.fileName, place.fileName),
  );

const searchColumns = (db: Executor) => ({
  ...getTableColumns(captureSearches),
  /** Without those in files that were deleted. Plan: capture_matches_search_id_idx, captures_file_key. */
  matchCount: sql<number>`(${db
    .select({ matches: count() })
    .from(captureMatches)
    .innerJoin(captures, isOfFile(captureMatches))
    .where(eq(captureMatches.searchId, captureSearches.id))})`.mapWith(Number),
  challenge: challenges.title,
  team: teams.name,
  userName: accounts.userName,
});

const selectSearches = (db: Executor) =>
  db
    .select(searchColumns(db))
    .from(captureSearches)
    // Only of the game itself: the ids are whatever the client sent.
    .leftJoin(
      challenges,
      and(eq(challenges.id, captureSearches.challengeId), eq(challenges.gameId, captureSearches.gameId)),
    )
    .leftJoin(
      participations,
      and(eq(participations.id, captureSearches.participationId), eq(participations.gameId, captureSearches.gameId)),
    )
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(accounts, eq(accounts.id, captureSearches.accountId));

/** Newest first. Plan: capture_searches_game_id_idx. */
export const listSearches = (db: Executor, gameId: number) =>
  selectSearches(db)
    .where(eq(captureSearches.gameId, gameId))
    .orderBy(desc(captureSearches.createdAt), desc(captureSearches.id))
    .limit(listedMax);

export type ListedSearch = Awaited<ReturnType<typeof listSearches>>[number];

export async function findSearch(db: Executor, gameId: number, id: string): Promise<ListedSearch | undefined> {
  const [row] = await selectSearches(db).where(and(eq(captureSearches.id, id), eq(captureSearches.gameId, gameId)));
  return row;
}

type NewSearch = Pick<CaptureSearchRow, 'gameId' | 'accountId' | 'kind' | 'patternSealed' | 'ignoreCase'> &
  Pick<CaptureSearchRow, 'challengeId' | 'participationId' | 'createdAt' | 'updatedAt'>;

/** undefined when so many of the game wait or run already. */
export async function insertSearch(tx: Tx, search: NewSearch, unendedMax: number): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.captureSearches}::int, ${search.gameId}::int)`);
  const [unended] = await tx
    .select({ searches: count() })
    .from(captureSearches)
    .where(and(eq(captureSearches.gameId, search.gameId), inArray(captureSearches.state, ['waiting', 'running'])));
  if ((unended?.searches ?? 0) >= unendedMax) return undefined;
  const [row] = await tx.insert(captureSearches).values(search).returning({ id: captureSearches.id });
  return row?.id;
}

export async function deleteSearch(db: Executor, gameId: number, id: string): Promise<boolean> {
  const rows = await db
    .delete(captureSearches)
    .where(and(eq(captureSearches.id, id), eq(captureSearches.gameId, gameId)))
    .returning({ id: captureSearches.id });
  return rows.length > 0;
}

const owners = alias(participations, 'owner');
const ownerTeams = alias(teams, 'owner_team');

/** In the order in which they were found, which is that of files and streams. Those in deleted files are left out. */
export const listMatches = (db: Executor, searchId: string) =>
  db
    .select({
      ...getTableColumns(captureMatches),
      challenge: challenges.title,
      team: teams.name,
      owner: ownerTeams.name,
    })
    .from(captureMatches)
    .innerJoin(captures, isOfFile(captureMatches))
    .leftJoin(challenges, eq(challenges.id, captureMatches.challengeId))
    .leftJoin(participations, eq(participations.id, captureMatches.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(owners, eq(owners.id, captureMatches.ownerParticipationId))
    .leftJoin(ownerTeams, eq(ownerTeams.id, owners.teamId))
    .where(eq(captureMatches.searchId, searchId))
    .orderBy(asc(captureMatches.id));

export type ListedMatch = Awaited<ReturnType<typeof listMatches>>[number];

/** Newest first. Plan: capture_findings_game_id_idx. */
export const listFindings = (db: Executor, gameId: number) =>
  db
    .select({
      ...getTableColumns(captureFindings),
      challenge: challenges.title,
      isStored: sql<boolean>`${captures.id} is not null`,
    })
    .from(captureFindings)
    .leftJoin(challenges, eq(challenges.id, captureFindings.challengeId))
    .leftJoin(captures, isOfFile(captureFindings))
    .where(eq(captureFindings.gameId, gameId))
    .orderBy(desc(captureFindings.happenedAt), desc(captureFindings.id))
    .limit(findingsMax);

export type ListedFinding = Awaited<ReturnType<typeof listFindings>>[number];
