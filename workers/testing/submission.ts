import type { Executor } from '@vexil/db';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import { submissions, teamChallenges } from '@vexil/db/schema/submission';
import { testSealing } from '@vexil/db/testing/game';
import type { BuiltParticipation } from '@vexil/db/testing/participation';
import { sql } from 'drizzle-orm';

/** Stores an answer as the server does; gives the submission's id. */
export async function buildSubmission(
  db: Executor,
  { participation, captain }: BuiltParticipation,
  challenge: Pick<ChallengeRow, 'id' | 'gameId'>,
  text: string,
  submittedAt = new Date(),
): Promise<number> {
  const key = { participationId: participation.id, challengeId: challenge.id, gameId: challenge.gameId };
  await db
    .insert(teamChallenges)
    .values({ ...key, submissionCount: 1 })
    .onConflictDoUpdate({
      target: [teamChallenges.participationId, teamChallenges.challengeId],
      set: { submissionCount: sql`${teamChallenges.submissionCount} + 1` },
    });
  const [row] = await db
    .insert(submissions)
    .values({
      ...key,
      accountId: captain.id,
      answerHash: testSealing.hashFlag(challenge.id, text),
      answerSealed: testSealing.seal(text),
      submittedAt,
      ip: '10.0.0.1',
    })
    .returning({ id: submissions.id });
  return row?.id ?? 0;
}

/** Hands a team a flag of its own, as the first look at a dynamic challenge does. */
export async function buildHandedFlag(
  db: Executor,
  { participation }: BuiltParticipation,
  challenge: Pick<ChallengeRow, 'id' | 'gameId'>,
  text: string,
): Promise<void> {
  await db.insert(teamChallenges).values({
    participationId: participation.id,
    challengeId: challenge.id,
    gameId: challenge.gameId,
    flagHash: testSealing.hashFlag(challenge.id, text),
    flagSealed: testSealing.seal(text),
    loadedAt: new Date(),
  });
}
