import type { TeamSubmission } from '@vexil/contract/submission';
import type { AnswerResult } from '@vexil/db/enums/submission';
import type { Sealing } from '@vexil/db/sealing';
import type { TeamSubmissionRow } from './team-submission.queries';

/** Submitting another team's flag looks like any wrong flag. */
export const playerVerdict = (status: AnswerResult): AnswerResult =>
  status === 'CheatDetected' ? 'WrongAnswer' : status;

export const viewTeamSubmission = (row: TeamSubmissionRow, sealing: Pick<Sealing, 'unseal'>): TeamSubmission => ({
  id: row.id,
  answer: sealing.unseal(row.answerSealed),
  status: playerVerdict(row.status),
  time: row.submittedAt,
  user: row.userName ?? '',
  isEarlierFlag: row.isEarlierFlag,
  rejudged: row.rejudged,
});
