import type { Executor } from '@vexil/db';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { accounts } from '@vexil/db/schema/account';
import type { ContainerRow } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';

export async function readUserNames(db: Executor, rows: readonly ContainerRow[]): Promise<Map<string, string | null>> {
  const ids = rows.flatMap(({ kind, accountId }) => (kind === 'Team' && accountId ? [accountId] : []));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: accounts.id, userName: accounts.userName })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(ids)]));
  return new Map(found.map(({ id, userName }) => [id, userName]));
}

/** Participations that see the container. Before the game no team does. */
export async function readAudience(db: Executor, row: ContainerRow, now: Date): Promise<number[]> {
  if (row.participationId !== null) return [row.participationId];
  if (row.kind !== 'Shared') return [];
  const { permissions } = divisionChallenges;
  const mask = sql`coalesce(${permissions}, ${divisions.defaultPermissions}, ${allPermissions}::int)`;
  const found = await db
    .select({ id: participations.id })
    .from(participations)
    .innerJoin(games, and(eq(games.id, participations.gameId), lte(games.startAt, now)))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .leftJoin(
      divisionChallenges,
      and(
        eq(divisionChallenges.divisionId, participations.divisionId),
        eq(divisionChallenges.challengeId, row.challengeId),
      ),
    )
    .where(
      and(
        eq(participations.gameId, row.gameId),
        eq(participations.status, 'Accepted'),
        sql`${mask} & ${gamePermissions.ViewChallenge}::int <> 0`,
      ),
    );
  return found.map(({ id }) => id);
}
