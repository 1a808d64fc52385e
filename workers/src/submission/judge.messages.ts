import { scoreboardJobs } from '@vexil/server/contract/scoreboard';
import { addJob, publish, type WorkerDeps } from '../deps';
import { announceBloods } from '../notice/announce-bloods';
import { shownResult, type Verdict } from './judge';
import type { JudgedChallenge } from './judge.queries';
import type { StoredNotice, StoredVerdicts } from './judge.store';

/** How far the browsers of a game spread a fetch that all of them have to make. */
const refetchWithinMs = 5_000;

/** Tells everybody concerned what was committed. Monitors hear ids, because what they see holds answers. */
export async function tellVerdicts(
  deps: WorkerDeps,
  challenge: JudgedChallenge,
  verdicts: readonly Verdict[],
  { activityIds, notices }: StoredVerdicts,
): Promise<void> {
  const monitors = `monitor:${challenge.gameId}` as const;
  const told: Promise<unknown>[] = [];
  // Commands leave in this order over one connection, so that a team hears of its answers in theirs.
  for (const { submission, result } of verdicts) {
    const { id, time, userName, instance } = submission;
    told.push(
      publish(deps, `participation:${submission.participationId}`, 'SubmissionJudged', {
        id,
        challengeId: challenge.id,
        status: shownResult(result),
        time,
        userName,
        attempts: instance?.submissionCount ?? 0,
      }),
    );
  }
  if (verdicts.some(({ solves }) => solves)) {
    told.push(addJob(deps, scoreboardJobs.solves, { gameId: challenge.gameId }));
  }
  if (notices.length > 0) told.push(tellBloods(deps, challenge.gameId, notices));
  for (const { submission } of verdicts) {
    told.push(publish(deps, monitors, 'ReceivedSubmissions', { submissionId: submission.id }));
  }
  for (const activityId of activityIds) told.push(publish(deps, monitors, 'ReceivedGameEvent', { activityId }));
  await Promise.all(told);
}

/** What the frozen board does not show yet, its staff see without a word, and everybody hears when it is revealed. */
async function tellBloods(deps: WorkerDeps, gameId: number, notices: readonly StoredNotice[]): Promise<void> {
  const known = notices.filter(({ isPublic }) => isPublic).map(({ id }) => id);
  for (const { isPublic, ...notice } of notices) {
    if (!isPublic) await publish(deps, `staff:${gameId}`, 'NoticeChanged', notice);
  }
  await announceBloods(deps, gameId, known);
}

/** Makes up for a run that may have committed without telling. */
export async function tellToRefetch(deps: WorkerDeps, gameId: number): Promise<void> {
  await Promise.all([
    publish(deps, `game:${gameId}`, 'Refetch', { withinMs: refetchWithinMs }),
    publish(deps, `monitor:${gameId}`, 'Refetch', { withinMs: refetchWithinMs }),
    addJob(deps, scoreboardJobs.solves, { gameId }),
  ]);
}
