import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { accounts } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { type TeamChallengeRow, teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { settingsOf } from '@vexil/rules/config.rules';
import { readContainerOptions } from '@vexil/rules/container-options.rules';
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, ne, not, notInArray, or, type SQL } from 'drizzle-orm';

export interface ContainerOrder {
  container: ContainerRow;
  challenge: ChallengeRow;
  /** null for test containers. */
  teamChallenge: TeamChallengeRow | null;
  teamId: number | null;
  userName: string | null;
}

export async function findOrder(db: Executor, id: string): Promise<ContainerOrder | undefined> {
  const [row] = await db
    .select({
      container: containers,
      challenge: challenges,
      teamChallenge: teamChallenges,
      teamId: participations.teamId,
      userName: accounts.userName,
    })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(
      teamChallenges,
      and(
        eq(teamChallenges.participationId, containers.participationId),
        eq(teamChallenges.challengeId, containers.challengeId),
      ),
    )
    .leftJoin(accounts, eq(accounts.id, containers.accountId))
    .where(eq(containers.id, id));
  return row;
}

export interface ContainerNames {
  challenge: string;
  game: string;
  /** null for one that belongs to no team. */
  team: string | null;
  teamId: number | null;
  userName: string | null;
}

export async function listNames(db: Executor, ids: readonly string[]): Promise<Map<string, ContainerNames>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: containers.id,
      challenge: challenges.title,
      game: games.title,
      team: teams.name,
      teamId: teams.id,
      userName: accounts.userName,
    })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .innerJoin(games, eq(games.id, containers.gameId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(accounts, eq(accounts.id, containers.accountId))
    .where(inArray(containers.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findContainer(db: Executor, id: string): Promise<ContainerRow | undefined> {
  const [row] = await db.select().from(containers).where(eq(containers.id, id));
  return row;
}

export async function findChallengeTitle(db: Executor, challengeId: number): Promise<string | undefined> {
  const [row] = await db.select({ title: challenges.title }).from(challenges).where(eq(challenges.id, challengeId));
  return row?.title;
}

/** A run of a start. The engine belongs to it: a row that was given to another one keeps its number of attempts. */
export type StartRun = Pick<ContainerRow, 'engine' | 'attempts'>;

const isOfRun = ({ engine, attempts }: StartRun) =>
  and(engine === null ? isNull(containers.engine) : eq(containers.engine, engine), eq(containers.attempts, attempts));

/**
 * Changes the row only while it is in one of `from`, and of this run where one is given; undefined when that has
 * changed meanwhile.
 */
export async function moveContainer(
  db: Executor,
  id: string,
  from: readonly ContainerRow['state'][],
  changes: Partial<ContainerRow>,
  run?: StartRun,
): Promise<ContainerRow | undefined> {
  const [row] = await db
    .update(containers)
    .set(changes)
    .where(and(eq(containers.id, id), inArray(containers.state, [...from]), run && isOfRun(run)))
    .returning();
  return row;
}

/** Begins the run after `last`, which can change the row no more; undefined when another one has begun already. */
export function beginRun(db: Executor, id: string, last: StartRun): Promise<ContainerRow | undefined> {
  const changes = { state: 'starting', engineId: null, attempts: last.attempts + 1 } as const;
  return moveContainer(db, id, ['requested', 'starting'], changes, last);
}

const waitsForPlace = and(eq(containers.state, 'requested'), isNull(containers.engine));

export function placeWaiting(
  db: Executor,
  ids: readonly string[],
  engine: string,
  at: Date,
): Promise<{ id: string }[]> {
  return db
    .update(containers)
    .set({ engine, placedAt: at })
    .where(and(inArray(containers.id, [...ids]), waitsForPlace))
    .returning({ id: containers.id });
}

export function failWaiting(db: Executor, id: string, endReason: string, at: Date): Promise<ContainerRow[]> {
  return db
    .update(containers)
    .set({ state: 'failed', endedAt: at, endReason })
    .where(and(eq(containers.id, id), waitsForPlace))
    .returning();
}

const toQueue = { state: 'requested', engine: null, engineId: null, placedAt: null } as const;

/** Starts on an engine that are not done; they wait for a place again. */
export function requeueUnfinished(db: Executor, engine: string): Promise<ContainerRow[]> {
  return db
    .update(containers)
    .set(toQueue)
    .where(and(eq(containers.engine, engine), inArray(containers.state, ['requested', 'starting'])))
    .returning();
}

export function requeueRun(db: Executor, id: string, run: StartRun): Promise<ContainerRow | undefined> {
  return moveContainer(db, id, ['requested', 'starting'], toQueue, run);
}

/** Rows of earlier releases name no engine and are listed for each. */
export function listLiveOn(db: Executor, engine: string): Promise<ContainerRow[]> {
  return db
    .select()
    .from(containers)
    .where(
      and(
        inArray(containers.state, [...liveContainerStates]),
        or(eq(containers.engine, engine), and(isNull(containers.engine), ne(containers.state, 'requested'))),
      ),
    );
}

export async function adoptContainers(db: Executor, ids: readonly string[], engine: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(containers)
    .set({ engine })
    .where(and(inArray(containers.id, [...ids]), isNull(containers.engine)));
}

/** Starts that have an engine and are not done, and ends, with the time that the service may take. */
export async function listUnfinished(db: Executor) {
  const rows = await db
    .select({ container: containers, options: challenges.containerOptions })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(
      or(
        eq(containers.state, 'stopping'),
        eq(containers.state, 'starting'),
        and(eq(containers.state, 'requested'), isNotNull(containers.engine)),
      ),
    );
  return rows.map(({ container, options }) => ({
    container,
    readyTimeoutMs: readContainerOptions(options).readiness.timeoutSeconds * 1000,
  }));
}

/** Those of these starts that still wait for an engine. */
export function listUnplaced(db: Executor, ids: readonly string[]): Promise<ContainerRow[]> {
  return db
    .select()
    .from(containers)
    .where(and(inArray(containers.id, [...ids]), waitsForPlace));
}

export interface WritingContainer {
  container: ContainerRow;
  storageLimitMiB: number;
  /** null for test containers. */
  teamId: number | null;
}

/** Containers of an engine that may write to disk, in the order of their ids. */
export function listWriting(db: Executor, engine: string): Promise<WritingContainer[]> {
  return db
    .select({
      container: containers,
      storageLimitMiB: challenges.storageLimitMiB,
      teamId: participations.teamId,
    })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .where(and(inArray(containers.state, ['starting', 'running']), eq(containers.engine, engine)))
    .orderBy(asc(containers.id));
}

export async function readCeilings(db: Executor): Promise<ContainerCeilings> {
  const rows = await db.select({ key: configEntries.key, value: configEntries.value }).from(configEntries);
  return settingsOf(rows).containerCeilings;
}

/** Of these ids those that an engine should have. One that waits for a place may get it back, so it stays as well. */
export async function listWanted(db: Executor, engine: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: containers.id })
    .from(containers)
    .where(
      and(
        inArray(containers.id, ids),
        inArray(containers.state, [...liveContainerStates]),
        or(eq(containers.engine, engine), isNull(containers.engine)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Of all, or this one. Those of players last as long as their game is paused. */
export function stopExpired(db: Executor, now: Date, id?: string): Promise<ContainerRow[]> {
  const isPaused = exists(
    db
      .select({ id: games.id })
      .from(games)
      .where(and(eq(games.id, containers.gameId), isNotNull(games.pausedAt))),
  );
  const isHeld = and(isPaused, notInArray(containers.kind, ['Test', 'Check']));
  return db
    .update(containers)
    .set({ state: 'stopping', endReason: 'expired' })
    .where(
      and(
        eq(containers.state, 'running'),
        lte(containers.expiresAt, now),
        id === undefined ? undefined : eq(containers.id, id),
        not(isHeld as SQL),
      ),
    )
    .returning();
}

export async function addActivity(db: Executor, row: typeof activities.$inferInsert): Promise<number> {
  const [stored] = await db.insert(activities).values(row).returning({ id: activities.id });
  return stored?.id ?? 0;
}
