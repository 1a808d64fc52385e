import type { Executor } from '@vexil/db';
import { challenges, flags } from '@vexil/db/schema/challenge';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import type { SupplyCounts } from '@vexil/rules/flag-supply.rules';
import { and, count, eq } from 'drizzle-orm';

/** Of challenges that give each team a flag of their list. Plan: challenges_game_id_idx, then the flags of each. */
export function listFlagUse(
  db: Executor,
  gameId: number,
  challengeId?: number,
): Promise<(Pick<SupplyCounts, 'flags' | 'used' | 'usedByAccepted'> & { id: number })[]> {
  return db
    .select({
      id: challenges.id,
      flags: count(flags.id),
      used: count(teamChallenges.flagId),
      usedByAccepted: count(participations.id),
    })
    .from(challenges)
    .leftJoin(flags, eq(flags.challengeId, challenges.id))
    .leftJoin(teamChallenges, eq(teamChallenges.flagId, flags.id))
    .leftJoin(
      participations,
      and(eq(participations.id, teamChallenges.participationId), eq(participations.status, 'Accepted')),
    )
    .where(
      and(
        eq(challenges.gameId, gameId),
        eq(challenges.type, 'DynamicAttachment'),
        challengeId === undefined ? undefined : eq(challenges.id, challengeId),
      ),
    )
    .groupBy(challenges.id);
}

export async function countPlayingTeams(
  db: Executor,
  gameId: number,
): Promise<Pick<SupplyCounts, 'accepted' | 'pending'>> {
  const ofStatus = (status: 'Accepted' | 'Pending') =>
    db.$count(participations, and(eq(participations.gameId, gameId), eq(participations.status, status)));
  return { accepted: await ofStatus('Accepted'), pending: await ofStatus('Pending') };
}
