import type { Executor } from '@vexil/db';
import { divisions } from '@vexil/db/schema/division';
import { participations } from '@vexil/db/schema/participation';
import { cheatFindings } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { desc, eq, inArray } from 'drizzle-orm';

export const listFindings = (db: Executor, gameId: number) =>
  db
    .select({
      submissionId: cheatFindings.submissionId,
      submitId: cheatFindings.submitParticipationId,
      sourceId: cheatFindings.sourceParticipationId,
    })
    .from(cheatFindings)
    .where(eq(cheatFindings.gameId, gameId))
    .orderBy(desc(cheatFindings.submissionId));

export async function listTeamsInGame(db: Executor, participationIds: readonly number[]) {
  if (participationIds.length === 0) return [];
  return db
    .select({
      id: participations.id,
      status: participations.status,
      divisionId: participations.divisionId,
      division: divisions.name,
      teamId: teams.id,
      teamName: teams.name,
      avatarHash: teams.avatarHash,
    })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(inArray(participations.id, [...participationIds]));
}

export type TeamInGame = Awaited<ReturnType<typeof listTeamsInGame>>[number];
