import type { Executor } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, eq, inArray } from 'drizzle-orm';

export function listCaptured(db: Executor, gameId: number) {
  return db
    .select({
      id: challenges.id,
      title: challenges.title,
      category: challenges.category,
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
