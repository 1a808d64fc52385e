import type { Route } from '@vexil/contract/route';
import { Guid, Id } from '@vexil/contract/wire';
import type { Executor } from '@vexil/db';
import type { StaffRole } from '@vexil/db/enums/game';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamMembers } from '@vexil/db/schema/team';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';

const ChallengeId = z.coerce.number().pipe(Id);

/** Id of the game that a challenge or container of the path belongs to; `params` are unparsed. */
export async function findRouteGameId(
  db: Executor,
  by: NonNullable<Route['gameBy']>,
  params: Readonly<Record<string, string | undefined>>,
): Promise<number | undefined> {
  if (by === 'challenge') {
    const { data: id } = ChallengeId.safeParse(params.challengeId);
    if (id === undefined) return undefined;
    const [row] = await db.select({ gameId: challenges.gameId }).from(challenges).where(eq(challenges.id, id));
    return row?.gameId;
  }
  const { data: id } = Guid.safeParse(params.id);
  if (id === undefined) return undefined;
  const [row] = await db.select({ gameId: containers.gameId }).from(containers).where(eq(containers.id, id));
  return row?.gameId;
}

export async function findStaffRole(db: Executor, gameId: number, accountId: string): Promise<StaffRole | undefined> {
  const [row] = await db
    .select({ role: gameStaff.role })
    .from(gameStaff)
    .where(and(eq(gameStaff.gameId, gameId), eq(gameStaff.accountId, accountId)));
  return row?.role;
}

/** A subquery. */
export const organisedGames = (db: Executor, accountId: string) =>
  db
    .select({ gameId: gameStaff.gameId })
    .from(gameStaff)
    .where(and(eq(gameStaff.accountId, accountId), eq(gameStaff.role, 'organiser')));

export async function findOrganisedGame(db: Executor, accountId: string): Promise<number | undefined> {
  const [row] = await organisedGames(db, accountId).limit(1);
  return row?.gameId;
}

export async function isInAcceptedTeam(db: Executor, gameId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: participations.id })
    .from(participations)
    .innerJoin(teamMembers, eq(teamMembers.teamId, participations.teamId))
    .where(
      and(
        eq(participations.gameId, gameId),
        eq(participations.status, 'Accepted'),
        eq(teamMembers.accountId, accountId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
