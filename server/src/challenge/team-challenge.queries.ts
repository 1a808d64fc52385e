import { invariant } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { flags } from '@vexil/db/schema/challenge';
import { earlierFlags, solves, type TeamChallengeRow, teamChallenges } from '@vexil/db/schema/submission';
import { and, eq, isNull, notExists, sql } from 'drizzle-orm';

export interface TeamChallengeKey {
  participationId: number;
  challengeId: number;
}

const ofKey = ({ participationId, challengeId }: TeamChallengeKey) =>
  and(eq(teamChallenges.participationId, participationId), eq(teamChallenges.challengeId, challengeId));

export async function lockTeamChallenge(tx: Tx, key: TeamChallengeKey & { gameId: number }): Promise<TeamChallengeRow> {
  await tx.insert(teamChallenges).values(key).onConflictDoNothing();
  const [row] = await tx.select().from(teamChallenges).where(ofKey(key)).for('no key update');
  invariant(row, 'An inserted team challenge exists.');
  return row;
}

export async function updateTeamChallenge(
  tx: Tx,
  key: TeamChallengeKey,
  values: Pick<TeamChallengeRow, 'flagHash' | 'flagSealed' | 'loadedAt'> & Partial<Pick<TeamChallengeRow, 'flagId'>>,
): Promise<TeamChallengeRow> {
  const [row] = await tx.update(teamChallenges).set(values).where(ofKey(key)).returning();
  invariant(row, 'A locked team challenge exists.');
  return row;
}

export async function isSolved(tx: Tx, { participationId, challengeId }: TeamChallengeKey): Promise<boolean> {
  const ofTeam = and(eq(solves.participationId, participationId), eq(solves.challengeId, challengeId));
  return (await tx.$count(solves, and(ofTeam, isNull(solves.reversedAt)))) > 0;
}

export async function insertEarlierFlag(tx: Tx, values: typeof earlierFlags.$inferInsert): Promise<void> {
  await tx.insert(earlierFlags).values(values);
}

/**
 * `skip locked` passes over flags that other transactions are drawing. Plan: index scan of flags_challenge_id_hash_idx,
 * anti-joined with team_challenges, then sorted.
 */
export async function drawFreeFlag(tx: Tx, challengeId: number) {
  const taken = tx
    .select({ id: teamChallenges.flagId })
    .from(teamChallenges)
    .where(eq(teamChallenges.flagId, flags.id));
  const [row] = await tx
    .select({ id: flags.id, hash: flags.hash, sealed: flags.sealed })
    .from(flags)
    .where(and(eq(flags.challengeId, challengeId), notExists(taken)))
    .orderBy(sql`random()`)
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}
