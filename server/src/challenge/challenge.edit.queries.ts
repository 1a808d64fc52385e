import { DomainError, invariant } from '@vexil/contract/errors';
import { stopContainers } from '@vexil/data/container/stop.queries';
import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges, type FlagRow, flags, type NewChallengeRow } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import { participations } from '@vexil/db/schema/participation';
import { solves, teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  max,
  notExists,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { organisedGames } from '../play/access.queries';

export interface ChallengeId {
  gameId: number;
  challengeId: number;
}

const isChallenge = ({ gameId, challengeId }: ChallengeId) =>
  and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId));

export function listChallenges(db: Executor, gameId: number): Promise<ChallengeRow[]> {
  return db.select().from(challenges).where(eq(challenges.gameId, gameId)).orderBy(asc(challenges.id));
}

interface ChallengeSearch {
  hint: string;
  /** Only games that this account organises. */
  organiserId: string | undefined;
  at: Date;
  limit: number;
}

/** Challenges of games that run come first, then of those that begin next, then of those that ended last. */
export function searchChallenges(db: Executor, { hint, organiserId, at, limit }: ChallengeSearch) {
  const { id, title, category, customCategory, gameId } = challenges;
  const openStart = sql`case when ${games.endAt} > coalesce(${games.pausedAt}, ${at.toISOString()}::timestamptz) then ${games.startAt} end`;
  return db
    .select({ id, title, category, customCategory, gameId, gameTitle: games.title })
    .from(challenges)
    .innerJoin(games, eq(games.id, gameId))
    .where(
      and(
        ilike(title, `%${hint.replace(/[\\%_]/g, '\\$&')}%`),
        organiserId ? inArray(gameId, organisedGames(db, organiserId)) : undefined,
      ),
    )
    .orderBy(asc(openStart), desc(games.endAt), asc(title), asc(id))
    .limit(limit);
}

export interface ChallengeCounts {
  acceptedCount: number;
  flagCount: number;
  testedAt: Date | null;
}

export async function listChallengeCounts(db: Executor, gameId: number): Promise<Map<number, ChallengeCounts>> {
  const ownSolves = and(eq(solves.challengeId, challenges.id), isNull(solves.reversedAt));
  const ownFlags = and(eq(flags.challengeId, challenges.id), eq(flags.isCanary, false));
  const isTest = and(eq(containers.gameId, gameId), eq(containers.kind, 'Test'));
  // Grouped once per game: containers have an index by game and none by challenge.
  const tests = db
    .select({ challengeId: containers.challengeId, testedAt: max(containers.startedAt).as('tested_at') })
    .from(containers)
    .where(isTest)
    .groupBy(containers.challengeId)
    .as('tests');
  const rows = await db
    .select({
      id: challenges.id,
      acceptedCount: db.$count(solves, ownSolves),
      flagCount: db.$count(flags, ownFlags),
      testedAt: tests.testedAt,
    })
    .from(challenges)
    .leftJoin(tests, eq(tests.challengeId, challenges.id))
    .where(eq(challenges.gameId, gameId));
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function getChallenge(db: Executor, id: ChallengeId): Promise<ChallengeRow> {
  const [row] = await db.select().from(challenges).where(isChallenge(id));
  if (!row) throw new DomainError('challenge.notFound');
  return row;
}

/** `no key update` serialises organisers but not submissions, whose foreign key takes `key share`. */
export async function lockChallenge(
  tx: Tx,
  id: ChallengeId,
  strength: 'share' | 'no key update' | 'update' = 'no key update',
): Promise<ChallengeRow> {
  const [row] = await tx.select().from(challenges).where(isChallenge(id)).for(strength);
  if (!row) throw new DomainError('challenge.notFound');
  return row;
}

/** Until the transaction ends; before rows of challenges are locked. */
export async function lockRequirements(tx: Tx, gameId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.requirements}::int, ${gameId}::int)`);
}

/** What each challenge of the game requires. */
export const listRequirements = (tx: Tx, gameId: number): Promise<Pick<ChallengeRow, 'id' | 'requires' | 'nextId'>[]> =>
  tx
    .select({ id: challenges.id, requires: challenges.requires, nextId: challenges.nextId })
    .from(challenges)
    .where(eq(challenges.gameId, gameId));

export async function insertChallenge(tx: Tx, values: NewChallengeRow): Promise<ChallengeRow> {
  const [row] = await tx.insert(challenges).values(values).returning();
  invariant(row, 'An inserted challenge is returned.');
  return row;
}

export async function updateChallengeRow(
  tx: Tx,
  challengeId: number,
  values: Partial<NewChallengeRow>,
): Promise<ChallengeRow> {
  const [row] = await tx
    .update(challenges)
    .set({ ...values, version: sql`${challenges.version} + 1`, updatedAt: new Date() })
    .where(eq(challenges.id, challengeId))
    .returning();
  invariant(row, 'A locked challenge exists.');
  return row;
}

/** Not a save of the challenge: who edits it may go on. */
export async function updateSolver(
  tx: Tx,
  challengeId: number,
  values: Pick<ChallengeRow, 'solver' | 'solverScriptSealed'>,
): Promise<ChallengeRow> {
  const [row] = await tx.update(challenges).set(values).where(eq(challenges.id, challengeId)).returning();
  invariant(row, 'A locked challenge exists.');
  return row;
}

export async function deleteChallengeRow(tx: Tx, challengeId: number): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.id, challengeId));
}

export interface FlagWithUse extends FlagRow {
  taken: boolean;
}

export function listFlags(db: Executor, challengeId: number): Promise<FlagWithUse[]> {
  return db
    .select({ ...getTableColumns(flags), taken: isNotNull(teamChallenges.flagId).mapWith(Boolean) })
    .from(flags)
    .leftJoin(teamChallenges, eq(teamChallenges.flagId, flags.id))
    .where(eq(flags.challengeId, challengeId))
    .orderBy(asc(flags.id));
}

/** A canary is no answer. */
export async function hasFlags(db: Executor, challengeId: number): Promise<boolean> {
  const isRight = and(eq(flags.challengeId, challengeId), eq(flags.isCanary, false));
  const rows = await db.select({ id: flags.id }).from(flags).where(isRight).limit(1);
  return rows.length > 0;
}

export async function countSolves(db: Executor, challengeId: number): Promise<number> {
  return db.$count(solves, and(eq(solves.challengeId, challengeId), isNull(solves.reversedAt)));
}

/** The last start that failed; undefined when an instance of the challenge has run since. */
export async function findLastFailure(db: Executor, { id, exposePort }: Pick<ChallengeRow, 'id' | 'exposePort'>) {
  const later = alias(containers, 'later');
  const since = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.challengeId, id), gt(later.startedAt, containers.endedAt)));
  const [found] = await db
    .select({ row: getTableColumns(containers), team: teams.name })
    .from(containers)
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .where(and(eq(containers.challengeId, id), eq(containers.state, 'failed'), notExists(since)))
    .orderBy(desc(containers.endedAt))
    .limit(1);
  return found && { ...found, exposePort };
}

export async function findTestContainer(db: Executor, challengeId: number): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(
      and(
        eq(containers.challengeId, challengeId),
        eq(containers.kind, 'Test'),
        inArray(containers.state, [...liveContainerStates]),
      ),
    );
  return row;
}

/** Those of teams, shared ones, and those started ahead for teams. */
export const stopTeamContainers = (tx: Tx, challengeId: number): Promise<ContainerRow[]> =>
  stopContainers(
    tx,
    and(eq(containers.challengeId, challengeId), inArray(containers.kind, ['Team', 'Shared', 'Warm'])),
    'disabled',
  );
