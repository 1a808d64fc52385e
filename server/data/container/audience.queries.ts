import type { Executor } from '@vexil/db';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves } from '@vexil/db/schema/submission';
import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm';

export async function readUserNames(db: Executor, rows: readonly ContainerRow[]): Promise<Map<string, string | null>> {
  const ids = rows.flatMap(({ kind, accountId }) => (kind === 'Team' && accountId ? [accountId] : []));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: accounts.id, userName: accounts.userName })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(ids)]));
  return new Map(found.map(({ id, userName }) => [id, userName]));
}

/** As `lockedOf` has it. */
const isUnlocked = (db: Executor, challengeId: number) =>
  notExists(
    db
      .select({ id: challenges.id })
      .from(challenges)
      .where(
        and(
          eq(challenges.id, challengeId),
          sql`(${challenges.requires} -> 'challengeIds') is not null and (
            select count(*) from ${solves} s
            where s.participation_id = ${participations.id} and s.reversed_at is null
              and ${challenges.requires} -> 'challengeIds' @> to_jsonb(s.challenge_id)
          ) < coalesce((${challenges.requires} ->> 'count')::int, jsonb_array_length(${challenges.requires} -> 'challengeIds'))`,
        ),
      ),
  );

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
        isUnlocked(db, row.challengeId),
      ),
    );
  return found.map(({ id }) => id);
}
