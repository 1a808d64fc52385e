import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { violatedConstraint } from '@vexil/db/errors';
import { activities } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containerConstraints, containers, type NewContainerRow } from '@vexil/db/schema/container';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { and, asc, count, eq, inArray, lt, ne } from 'drizzle-orm';

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
