// A planned challenge is disabled until its moment, and enabling it is the only thing that happens then: what hides
// disabled challenges hides planned ones, on every call and in every process, whatever its clock says.

import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { announceNotice, restoreNotices } from '@vexil/runtime/notice-announce';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';
import {
  enableDueChallenge,
  insertReleaseAudit,
  insertReleaseNotice,
  listDueReleases,
  lockGameOfRelease,
} from './challenge.queries';

export async function releaseChallenges(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  for (const due of await listDueReleases(deps.db, now)) {
    await inTransaction(deps, (work) => release(deps, work, due, now));
  }
}

async function release(
  deps: WorkerDeps,
  work: Work,
  due: Pick<ChallengeRow, 'id' | 'gameId' | 'releaseAt'>,
  now: Date,
): Promise<void> {
  const game = await lockGameOfRelease(work.tx, due.gameId);
  const challenge = game && (await enableDueChallenge(work.tx, due.id, now));
  if (!challenge) return;
  await insertReleaseAudit(work.tx, challenge, due.releaseAt);
  const gameId = game.id;
  await restoreNotices(deps, work, { gameId, challengeId: challenge.id });
  await addNotice(deps, work, game, challenge, now);
  if (now >= game.startAt) {
    const message = { gameId, challengeIds: [challenge.id] };
    work.event(`game:${gameId}`, 'ChallengesChanged', message);
  }
  work.scoreboards([gameId]);
  deps.log.info({ event: 'challenge.released', gameId, challengeId: challenge.id }, 'A planned challenge was released');
}

/** As when an organiser enables it: in a running game only. */
async function addNotice(
  deps: WorkerDeps,
  work: Work,
  { id: gameId, startAt, endAt, practiceMode }: GameRow,
  { id: challengeId, title }: ChallengeRow,
  now: Date,
): Promise<void> {
  const clock = { start: startAt.getTime(), end: endAt.getTime(), practiceMode };
  if (gamePhase(clock, now.getTime()) !== 'Running') return;
  const values = { gameId, type: 'NewChallenge' as const, values: [title], challengeId, publishedAt: now };
  const notice = await insertReleaseNotice(work.tx, values);
  work.changes(`notices:${gameId}`);
  if (notice) work.after(() => announceNotice(deps, notice.id));
}
