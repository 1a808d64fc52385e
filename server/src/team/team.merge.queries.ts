import type { Tx } from '@vexil/db';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamMembers } from '@vexil/db/schema/team';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';

/** Titles of the games that both have joined, whatever became of it. */
export async function listCommonGames(tx: Tx, oneId: number, otherId: number): Promise<string[]> {
  const ofOther = tx
    .select({ gameId: participations.gameId })
    .from(participations)
    .where(eq(participations.teamId, otherId));
  const rows = await tx
    .select({ title: games.title })
    .from(participations)
    .innerJoin(games, eq(games.id, participations.gameId))
    .where(and(eq(participations.teamId, oneId), inArray(participations.gameId, ofOther)))
    .orderBy(asc(games.id));
  return rows.map(({ title }) => title);
}

/** Who is in both stays as in the second. */
export async function copyMembers(tx: Tx, fromId: number, intoId: number): Promise<void> {
  const members = tx
    .select({
      teamId: sql`${intoId}::int`.as('team_id'),
      accountId: teamMembers.accountId,
      joinedAt: teamMembers.joinedAt,
    })
    .from(teamMembers)
    .where(eq(teamMembers.teamId, fromId));
  await tx.insert(teamMembers).select(members).onConflictDoNothing();
}

/** The signed token of each stays: services of challenges know the team by it. */
export const moveParticipations = (tx: Tx, fromId: number, intoId: number): Promise<{ id: number; gameId: number }[]> =>
  tx
    .update(participations)
    .set({ teamId: intoId })
    .where(eq(participations.teamId, fromId))
    .returning({ id: participations.id, gameId: participations.gameId });
