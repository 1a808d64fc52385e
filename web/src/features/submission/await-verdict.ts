import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { liveStateOf } from '../../live/connection';
import { onLive } from '../../live/handlers';

/** Polling intervals for the verdict without a live connection; the last one repeats, and is that with a connection. */
const pollIntervalsMs = [1000, 2000, 3000, 5000, 8000, 10_000];

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const backOff = (delaysMs: readonly number[], attempt: number) =>
  sleep(delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0);

/** Only a message says that it is the flag of an earlier instance. */
export type Verdict = { verdict: AnswerResult; isEarlierFlag: boolean };

export type VerdictSubscription = ReturnType<typeof subscribeToVerdicts>;

/** Receives verdicts, including those that arrive before the reply with the submission's id. */
export function subscribeToVerdicts(gameId: number, challengeId: number) {
  const verdicts = new Map<number, Verdict>();
  let onVerdict = () => {};
  const unsubscribe = onLive('SubmissionJudged', (judged, from) => {
    if (from !== gameId || judged.challengeId !== challengeId) return;
    verdicts.set(judged.id, { verdict: judged.status, isEarlierFlag: judged.isEarlierFlag ?? false });
    onVerdict();
  });
  return {
    unsubscribe,
    verdictOf: (submissionId: number) => verdicts.get(submissionId),
    next: () =>
      new Promise<void>((resolve) => {
        onVerdict = resolve;
      }),
  };
}

type SubmissionIds = { gameId: number; challengeId: number; submissionId: number };

async function fetchVerdict({ gameId, ...ids }: SubmissionIds): Promise<AnswerResult> {
  try {
    return await call(submissionEndpoints.status, { params: { id: gameId, ...ids } });
  } catch (error) {
    // A network error says nothing about the flag.
    return isError(error, 'submission.notFound') ? 'NotFound' : 'FlagSubmitted';
  }
}

/** Resolves with the first verdict from a message or from polling. */
export async function awaitVerdict(
  ids: SubmissionIds,
  subscription: VerdictSubscription,
): Promise<Verdict & { isPolled: boolean }> {
  for (let attempt = 0; ; attempt += 1) {
    const isLive = liveStateOf('user', ids.gameId) === 'live';
    const poll = backOff(isLive ? pollIntervalsMs.slice(-1) : pollIntervalsMs, attempt).then(() => 'poll' as const);
    for (;;) {
      const verdict = subscription.verdictOf(ids.submissionId);
      if (verdict) return { ...verdict, isPolled: false };
      if ((await Promise.race([poll, subscription.next()])) === 'poll') break;
    }
    const verdict = await fetchVerdict(ids);
    if (verdict !== 'FlagSubmitted') return { verdict, isEarlierFlag: false, isPolled: true };
  }
}
