import type { RejudgedSubmission, Rejudging } from '@vexil/contract/rejudging';
import type { Sealing } from '@vexil/db/sealing';
import type { z } from 'zod';
import type { ListedRejudging, listRejudgedSubmissions } from './rejudging.queries';

export function viewRejudging(listed: ListedRejudging): Rejudging {
  const { rejudging, challengeTitle, teamId, teamName, userName, closedBy } = listed;
  const { id, state, reason, challengeId, fromAt, untilAt, takesBack, createdAt, computedAt, closedAt } = rejudging;
  const {
    submissions = 0,
    changed = 0,
    kept = 0,
    teams = 0,
    gains = 0,
    losses = 0,
    bloods = [],
  } = rejudging.effect ?? {};
  return {
    ...{ id, state, reason, challengeId, challengeTitle, teamId, teamName },
    from: fromAt?.getTime() ?? null,
    to: untilAt?.getTime() ?? null,
    takeBack: takesBack,
    createdAt: createdAt.getTime(),
    userName,
    computedAt: computedAt?.getTime() ?? null,
    closedAt: closedAt?.getTime() ?? null,
    closedBy,
    ...{ submissionCount: submissions, changedCount: changed, keptCount: kept, teamCount: teams },
    ...{ gainCount: gains, lossCount: losses, bloods },
  };
}

type Row = Awaited<ReturnType<typeof listRejudgedSubmissions>>['rows'][number];

export const viewRejudgedSubmission = (
  sealing: Pick<Sealing, 'unseal'>,
  { answerSealed, submittedAt, ...row }: Row,
): z.infer<typeof RejudgedSubmission> => ({
  ...row,
  answer: sealing.unseal(answerSealed),
  time: submittedAt.getTime(),
});
