import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { accounts } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { participations } from '@vexil/db/schema/participation';
import { type TeamChallengeRow, teamChallenges } from '@vexil/db/schema/submission';
import { settingsOf } from '@vexil/rules/config.rules';
import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm';

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

export async function findContainer(db: Executor, id: string): Promise<ContainerRow | undefined> {
  const [row] = await db.select().from(containers).where(eq(containers.id, id));
  return row;
}

export async function findChallengeTitle(db: Executor, challengeId: number): Promise<string | undefined> {
  const [row] = await db.select({ title: challenges.title }).from(challenges).where(eq(challenges.id, challengeId));
  return row?.title;
}

/** Changes the row only while it is in one of `from`; undefined when the state has changed meanwhile. */
export async function moveContainer(
  db: Executor,
  id: string,
  from: readonly ContainerRow['state'][],
  changes: Partial<ContainerRow>,
): Promise<ContainerRow | undefined> {
  const [row] = await db
    .update(containers)
    .set(changes)
    .where(and(eq(containers.id, id), inArray(containers.state, [...from])))
    .returning();
  return row;
}

export function listLive(db: Executor): Promise<ContainerRow[]> {
  return db
    .select()
    .from(containers)
    .where(inArray(containers.state, [...liveContainerStates]));
}

export function listRequested(db: Executor): Promise<Pick<ContainerRow, 'id'>[]> {
  return db
    .select({ id: containers.id })
    .from(containers)
    .where(eq(containers.state, 'requested'))
    .orderBy(asc(containers.requestedAt));
}

/** Unfinished starts that were requested at or before a time. */
export function listStartsBefore(db: Executor, at: Date): Promise<Pick<ContainerRow, 'id'>[]> {
  return db
    .select({ id: containers.id })
    .from(containers)
    .where(and(inArray(containers.state, ['requested', 'starting']), lte(containers.requestedAt, at)));
}

export interface WritingContainer {
  container: ContainerRow;
  storageLimitMiB: number;
  /** null for test containers. */
  teamId: number | null;
  userName: string | null;
}

/** Containers that may write to disk, in the order of their ids. */
export function listWriting(db: Executor): Promise<WritingContainer[]> {
  return db
    .select({
      container: containers,
      storageLimitMiB: challenges.storageLimitMiB,
      teamId: participations.teamId,
      userName: accounts.userName,
    })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(accounts, eq(accounts.id, containers.accountId))
    .where(inArray(containers.state, ['starting', 'running']))
    .orderBy(asc(containers.id));
}

export async function readCeilings(db: Executor): Promise<ContainerCeilings> {
  const rows = await db.select({ key: configEntries.key, value: configEntries.value }).from(configEntries);
  return settingsOf(rows).containerCeilings;
}

export async function listWanted(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: containers.id })
    .from(containers)
    .where(and(inArray(containers.id, ids), inArray(containers.state, [...liveContainerStates])));
  return new Set(rows.map(({ id }) => id));
}

export function stopExpired(db: Executor, now: Date): Promise<ContainerRow[]> {
  return db
    .update(containers)
    .set({ state: 'stopping', endReason: 'expired' })
    .where(and(eq(containers.state, 'running'), lt(containers.expiresAt, now)))
    .returning();
}

export async function addActivity(db: Executor, row: typeof activities.$inferInsert): Promise<number> {
  const [stored] = await db.insert(activities).values(row).returning({ id: activities.id });
  return stored?.id ?? 0;
}
