import type { Executor } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers, engines, type NewContainerRow } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';

const aheadKinds = ['Shared', 'Warm'] as const;
const live = inArray(containers.state, [...liveContainerStates]);

/** Challenges with an instance for all teams, or with instances started ahead. */
export async function listKeeping(db: Executor): Promise<{ challenge: ChallengeRow; game: GameRow }[]> {
  const { containerOptions } = challenges;
  const rows = await db
    .select({ challenge: challenges, game: games })
    .from(challenges)
    .innerJoin(games, eq(games.id, challenges.gameId))
    .where(
      or(
        sql`coalesce(${containerOptions} ->> 'sharing', 'none') <> 'none'`,
        sql`coalesce((${containerOptions} ->> 'warmCount')::int, 0) > 0`,
      ),
    )
    .orderBy(asc(challenges.id));
  return rows.filter(({ challenge }) => hasContainer(challenge.type) && challenge.containerImage.trim() !== '');
}

/** Oldest first. */
export function listAhead(db: Executor): Promise<ContainerRow[]> {
  return db
    .select()
    .from(containers)
    .where(and(inArray(containers.kind, [...aheadKinds]), live))
    .orderBy(asc(containers.requestedAt), asc(containers.id));
}

export async function listFailedAhead(db: Executor, since: Date): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: containers.challengeId })
    .from(containers)
    .where(
      and(inArray(containers.kind, [...aheadKinds]), eq(containers.state, 'failed'), gt(containers.endedAt, since)),
    );
  return new Set(rows.map(({ id }) => id));
}

export async function listActiveEngines(db: Executor): Promise<Set<string>> {
  const rows = await db.select({ name: engines.name }).from(engines).where(eq(engines.state, 'active'));
  return new Set(rows.map(({ name }) => name));
}

/** Leaves out shared ones of a challenge that has one, because a team may have asked for it meanwhile. */
export async function insertAhead(db: Executor, rows: readonly NewContainerRow[]): Promise<ContainerRow[]> {
  if (rows.length === 0) return [];
  return db
    .insert(containers)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

/** Unless a team has got it meanwhile. */
export async function endAhead(db: Executor, ids: readonly string[], endReason: string): Promise<ContainerRow[]> {
  if (ids.length === 0) return [];
  return db
    .update(containers)
    .set({ state: 'stopping', endReason })
    .where(
      and(
        inArray(containers.id, [...ids]),
        inArray(containers.kind, [...aheadKinds]),
        inArray(containers.state, ['requested', 'starting', 'running']),
      ),
    )
    .returning();
}
