import type { Executor } from '../src/index';
import type { ChallengeRow } from '../src/schema/challenge';
import { earlierFlags, type NewSubmissionRow, type SubmissionRow, submissions } from '../src/schema/submission';
import { testSealing } from './game';
import type { BuiltParticipation } from './participation';

/** An answer of a team's captain, judged wrong. */
export async function buildSubmission(
  db: Executor,
  { participation, captain }: Pick<BuiltParticipation, 'participation' | 'captain'>,
  challenge: Pick<ChallengeRow, 'id'>,
  { answer = 'flag{wrong}', ...values }: Partial<NewSubmissionRow> & { answer?: string } = {},
): Promise<SubmissionRow> {
  const [row] = await db
    .insert(submissions)
    .values({
      gameId: participation.gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      accountId: captain.id,
      answerHash: testSealing.hashFlag(challenge.id, answer),
      answerSealed: testSealing.seal(answer),
      status: 'WrongAnswer',
      submittedAt: new Date(),
      ...values,
    })
    .returning();
  if (!row) throw new Error('The submission was not stored.');
  return row;
}

/** A flag of the team that a new instance has replaced; the team has the challenge. */
export async function buildEarlierFlag(
  db: Executor,
  { participation }: Pick<BuiltParticipation, 'participation'>,
  challenge: Pick<ChallengeRow, 'id'>,
  { flag = 'flag{earlier}', replacedAt = new Date() }: { flag?: string; replacedAt?: Date } = {},
): Promise<void> {
  await db.insert(earlierFlags).values({
    participationId: participation.id,
    challengeId: challenge.id,
    flagHash: testSealing.hashFlag(challenge.id, flag),
    flagSealed: testSealing.seal(flag),
    replacedAt,
  });
}
