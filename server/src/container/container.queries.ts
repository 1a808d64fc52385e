import { DomainError, invariant } from '@vexil/contract/errors';
import { isEngineSeen } from '@vexil/data/container/placement.queries';
import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { violatedConstraint } from '@vexil/db/errors';
import { activities } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import {
  type ContainerRow,
  containerConstraints,
  containers,
  engines,
  type NewContainerRow,
} from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, getTableColumns, inArray, lt, ne } from 'drizzle-orm';

const live = inArray(containers.state, [...liveContainerStates]);

/** Serialises starts, stops and extensions, so that the team's limit holds; undefined when the team has left. */
export async function lockParticipation(
  db: Executor,
  participationId: number,
): Promise<StoredParticipationStatus | undefined> {
  const [row] = await db
    .select({ status: participations.status })
    .from(participations)
    .where(eq(participations.id, participationId))
    .for('update');
  return row?.status;
}

/** Locked: otherwise a container could start after disabling has collected the containers to stop. */
/** Throws `game.paused`. A pause waits for the lock, or is seen: it ends every instance of a start before it. */
export async function lockUnpaused(db: Executor, gameId: number): Promise<void> {
  const [row] = await db.select({ pausedAt: games.pausedAt }).from(games).where(eq(games.id, gameId)).for('share');
  if (row?.pausedAt) throw new DomainError('game.paused');
}

export async function lockEnabledChallenge(db: Executor, challengeId: number): Promise<boolean> {
  const [row] = await db
    .select({ isEnabled: challenges.isEnabled })
    .from(challenges)
    .where(eq(challenges.id, challengeId))
    .for('share');
  return row?.isEnabled ?? false;
}

export function listLiveContainers(db: Executor, participationId: number): Promise<ContainerRow[]> {
  return db
    .select()
    .from(containers)
    .where(and(eq(containers.participationId, participationId), eq(containers.kind, 'Team'), live))
    .orderBy(asc(containers.requestedAt));
}

export async function findLiveTestContainer(db: Executor, challengeId: number): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.challengeId, challengeId), eq(containers.kind, 'Test'), live));
  return row;
}

export async function findContainer(db: Executor, id: string): Promise<ContainerRow | undefined> {
  const [row] = await db.select().from(containers).where(eq(containers.id, id));
  return row;
}

export async function countWaiting(db: Executor, requestedAt: Date): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(containers)
    .where(
      and(eq(containers.state, 'requested'), ne(containers.kind, 'Warm'), lt(containers.requestedAt, requestedAt)),
    );
  return row?.waiting ?? 0;
}

export async function insertContainer(db: Executor, values: NewContainerRow): Promise<ContainerRow> {
  try {
    const [row] = await db.insert(containers).values(values).returning();
    invariant(row, 'An insert returns its row.');
    return row;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === containerConstraints.teamOnce || constraint === containerConstraints.testOnce) {
      throw new DomainError('container.alreadyRunning', { cause: error });
    }
    throw error;
  }
}

/** undefined when one is alive. */
export async function insertShared(db: Executor, values: NewContainerRow): Promise<ContainerRow | undefined> {
  const [row] = await db
    .insert(containers)
    .values(values)
    .onConflictDoNothing({ target: containers.sharedChallengeId, where: live })
    .returning();
  return row;
}

export async function findLiveShared(db: Executor, challengeId: number): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(and(eq(containers.sharedChallengeId, challengeId), live));
  return row;
}

/** undefined when the container has ended. */
export async function updateLiveContainer(
  db: Executor,
  id: string,
  values: Partial<ContainerRow>,
): Promise<ContainerRow | undefined> {
  const [row] = await db
    .update(containers)
    .set(values)
    .where(and(eq(containers.id, id), live))
    .returning();
  return row;
}

export async function recordContainerOperation(
  db: Executor,
  key: { participationId: number; challengeId: number },
  at: Date,
): Promise<void> {
  await db
    .update(teamChallenges)
    .set({ lastContainerOperationAt: at })
    .where(
      and(eq(teamChallenges.participationId, key.participationId), eq(teamChallenges.challengeId, key.challengeId)),
    );
}

export async function addActivity(db: Executor, values: typeof activities.$inferInsert): Promise<number> {
  const [row] = await db.insert(activities).values(values).returning({ id: activities.id });
  invariant(row, 'An insert returns its row.');
  return row.id;
}

/** The last instance of a team with the port of its challenge. */
export async function findLastContainer(
  db: Executor,
  { participationId, challengeId }: { participationId: number; challengeId: number },
): Promise<{ row: ContainerRow; exposePort: number } | undefined> {
  const [last] = await db
    .select({ row: getTableColumns(containers), exposePort: challenges.exposePort })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(and(eq(containers.participationId, participationId), eq(containers.challengeId, challengeId)))
    .orderBy(desc(containers.requestedAt))
    .limit(1);
  return last;
}

/** What words about a failed start need. */
export interface FailedContainer {
  row: ContainerRow;
  /** Its name; null where it belongs to none. */
  team: string | null;
  exposePort: number;
}

export async function listFailures(db: Executor, ids: readonly string[]): Promise<FailedContainer[]> {
  if (ids.length === 0) return [];
  return db
    .select({ row: getTableColumns(containers), team: teams.name, exposePort: challenges.exposePort })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .where(inArray(containers.id, [...ids]));
}

/** The id of the oldest one that was started ahead, is alike and is on an engine that is up; another start skips it. */
export async function lockWarm(tx: Tx, challengeId: number, specHash: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: containers.id })
    .from(containers)
    .innerJoin(engines, eq(engines.name, containers.engine))
    .where(
      and(
        eq(containers.challengeId, challengeId),
        eq(containers.kind, 'Warm'),
        eq(containers.state, 'running'),
        eq(containers.specHash, specHash),
        eq(engines.state, 'active'),
        eq(engines.isUp, true),
        isEngineSeen,
      ),
    )
    .orderBy(asc(containers.startedAt), asc(containers.id))
    .limit(1)
    .for('update', { of: containers, skipLocked: true });
  return found?.id;
}

/** 0 for none. */
export async function findContainerTotalLimit(db: Executor, gameId: number): Promise<number> {
  const [game] = await db.select({ limit: games.containerTotalLimit }).from(games).where(eq(games.id, gameId));
  return game?.limit ?? 0;
}

/** Living ones of a game's teams. */
export const countPlayed = (db: Executor, gameId: number): Promise<number> =>
  db.$count(containers, and(eq(containers.gameId, gameId), inArray(containers.kind, ['Team', 'Shared']), live));

export async function findTestChallenge(db: Executor, gameId: number, challengeId: number) {
  const [row] = await db
    .select({
      id: challenges.id,
      type: challenges.type,
      containerImage: challenges.containerImage,
      exposePort: challenges.exposePort,
      memoryLimitMiB: challenges.memoryLimitMiB,
      cpuTenths: challenges.cpuTenths,
      containerOptions: challenges.containerOptions,
    })
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId)));
  return row;
}
