import type { Executor } from '../src/index';
import {
  type CaseQuestionRow,
  type CaseRow,
  caseQuestions,
  cases,
  type PlayTraceRow,
  playTraces,
} from '../src/schema/evidence';
import type { BuiltParticipation } from './participation';

type Team = Pick<BuiltParticipation, 'participation' | 'captain'>;

/** The case of the team; the one that it has, where it has one. */
export async function buildCase(
  db: Executor,
  { participation }: Pick<Team, 'participation'>,
  values: Partial<CaseRow> = {},
): Promise<CaseRow> {
  const { gameId, id: participationId } = participation;
  const [row] = await db
    .insert(cases)
    .values({ gameId, participationId, updatedAt: new Date(), ...values })
    .onConflictDoUpdate({ target: cases.participationId, set: { state: 'Open', ...values } })
    .returning();
  if (!row) throw new Error('The case was not stored.');
  return row;
}

/** To be answered within an hour. */
export async function buildQuestion(
  db: Executor,
  caseId: number,
  values: Partial<CaseQuestionRow> = {},
): Promise<CaseQuestionRow> {
  const common = { text: 'Show how you solved it.', dueAt: new Date(Date.now() + 3_600_000) };
  const [row] = await db
    .insert(caseQuestions)
    .values({ caseId, ...common, ...values })
    .returning();
  if (!row) throw new Error('The question was not stored.');
  return row;
}

/** The team has opened the challenge. */
export async function buildTrace(
  db: Executor,
  { participation, captain }: Team,
  challengeId: number,
  values: Partial<PlayTraceRow> = {},
): Promise<void> {
  const { gameId, id: participationId } = participation;
  const common = { gameId, participationId, challengeId, accountId: captain.id, kind: 'Opened' as const };
  await db.insert(playTraces).values({ ...common, happenedAt: new Date(), ...values });
}
