import { type RoomMessage, rowsPerMessage } from '@vexil/contract/live';
import { shownResult, type Verdict } from '@vexil/rules/judge.rules';
import { publish, publishMany } from '@vexil/runtime/live';
import { publishTopics } from '@vexil/runtime/topics';
import type { WorkerDeps } from '../deps';
import { announceBloods } from '../notice/announce-bloods';
import type { JudgedChallenge } from './judge.queries';
import type { StoredNotice, StoredVerdicts } from './verdict.queries';

/** Clients spread their refetch over this time. */
const refetchWithinMs = 5_000;

export interface JudgedBatch {
  gameId: number;
  challenges: ReadonlyMap<number, JudgedChallenge>;
  verdicts: readonly Verdict[];
  stored: StoredVerdicts;
}

/** The waiting teams' messages first. */
export async function publishVerdicts(
  deps: WorkerDeps,
  { gameId, challenges, verdicts, stored }: JudgedBatch,
): Promise<void> {
  const { activityIds, notices, topics } = stored;
  await Promise.all([
    publishMany(deps.redis, deps.keyPrefix, [
      ...verdicts.map(messageOf),
      ...verdicts.flatMap((verdict) => unlockOf(gameId, challenges, verdict)),
      ...messagesOfMonitors(gameId, verdicts, activityIds),
    ]),
    publishTopics(deps, topics),
    notices.length > 0 ? publishBloods(deps, gameId, notices) : undefined,
  ]);
}

function messageOf({ submission, result, isEarlierFlag }: Verdict): RoomMessage {
  const { id, challengeId, time, userName, teamChallenge, participationId } = submission;
  const status = shownResult(result);
  const attempts = teamChallenge?.submissionCount ?? 0;
  const payload = { id, challengeId, status, time, userName, attempts, isEarlierFlag };
  return { room: `participation:${participationId}`, target: 'SubmissionJudged', payload };
}

/** The team fetches its challenges again. */
function unlockOf(
  gameId: number,
  challenges: ReadonlyMap<number, JudgedChallenge>,
  { submission: { challengeId, participationId }, solves }: Verdict,
): RoomMessage[] {
  if (!solves || !challenges.get(challengeId)?.unlocks) return [];
  const payload = { gameId, challengeIds: [challengeId] };
  return [{ room: `participation:${participationId}`, target: 'ChallengesChanged', payload }];
}

/** Monitors receive ids only, because the rows contain answers. */
function messagesOfMonitors(
  gameId: number,
  verdicts: readonly Verdict[],
  activityIds: readonly number[],
): RoomMessage[] {
  const room = `monitor:${gameId}` as const;
  const submissionIds = verdicts.map(({ submission }) => submission.id);
  return [
    ...groupIds(submissionIds).map((ids): RoomMessage => ({ room, target: 'ReceivedSubmissions', payload: { ids } })),
    ...groupIds(activityIds).map((ids): RoomMessage => ({ room, target: 'ReceivedGameEvent', payload: { ids } })),
  ];
}

function groupIds(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / rowsPerMessage);
  return Array.from({ length: count }, (_, at) => ids.slice(at * rowsPerMessage, (at + 1) * rowsPerMessage));
}

/** During a freeze staff see later bloods at once; everyone else receives them when the board is revealed. */
async function publishBloods(deps: WorkerDeps, gameId: number, notices: readonly StoredNotice[]): Promise<void> {
  const publicIds = notices.filter(({ isPublic }) => isPublic).map(({ id }) => id);
  for (const { isPublic, ...notice } of notices) {
    if (!isPublic) await publish(deps, `staff:${gameId}`, 'NoticeChanged', notice);
  }
  await announceBloods(deps, gameId, publicIds);
}

/** Covers an earlier run that may have committed without publishing. */
export async function publishRefetch(deps: WorkerDeps, gameId: number): Promise<void> {
  await Promise.all([
    publish(deps, `game:${gameId}`, 'Refetch', { withinMs: refetchWithinMs }),
    publish(deps, `monitor:${gameId}`, 'Refetch', { withinMs: refetchWithinMs }),
  ]);
}
