// A planned challenge is disabled until its moment, and enabling it is the only thing that happens then: what hides
// disabled challenges hides planned ones, on every call and in every process, whatever its clock says.

import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import { readHints, storeHints } from '@vexil/rules/hint.rules';
import { clockOf, gamePhase } from '@vexil/rules/phase.rules';
import { announceNotice, restoreNotices } from '@vexil/runtime/notice-announce';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';
import {
  enableDueChallenge,
  insertReleaseAudit,
  insertReleaseNotice,
  listDueHints,
  listDueReleases,
  lockDueHints,
  lockGameOfRelease,
  updateHints,
} from './challenge.queries';

export async function releaseChallenges(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  for (const due of await listDueReleases(deps.db, now)) {
    await inTransaction(deps, (work) => release(deps, work, due, now));
  }
  for (const due of await listDueHints(deps.db, now)) {
    await inTransaction(deps, (work) => releaseHints(deps, work, due, now));
  }
}

async function releaseHints(
  deps: WorkerDeps,
  work: Work,
  { id, gameId }: Pick<ChallengeRow, 'id' | 'gameId'>,
  now: Date,
): Promise<void> {
  const game = await lockGameOfRelease(work.tx, gameId);
  const challenge = game && (await lockDueHints(work.tx, id, now));
  if (!challenge) return;
  await updateHints(work.tx, id, storeHints(challenge, readHints(challenge), now.getTime()));
  if (!challenge.isEnabled) return;
  await addNotice(deps, work, game, { ...challenge, type: 'NewHint' }, now);
  publishChanged(work, game, challenge, now);
  deps.log.info({ event: 'challenge.hint_released', gameId, challengeId: id }, 'A planned hint was released');
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
  await addNotice(deps, work, game, { ...challenge, type: 'NewChallenge' }, now);
  publishChanged(work, game, challenge, now);
  work.scoreboards([gameId]);
  deps.log.info({ event: 'challenge.released', gameId, challengeId: challenge.id }, 'A planned challenge was released');
}

/** No message names a challenge that some teams must not know of. */
function publishChanged(work: Work, game: GameRow, { id, requires }: ChallengeRow, now: Date): void {
  if (now < game.startAt) return;
  work.event(`game:${game.id}`, 'ChallengesChanged', { gameId: game.id, challengeIds: requires ? [] : [id] });
}

/** As when an organiser enables it: in a running game only. */
async function addNotice(
  deps: WorkerDeps,
  work: Work,
  game: GameRow,
  { id: challengeId, title, type }: Pick<ChallengeRow, 'id' | 'title'> & { type: 'NewChallenge' | 'NewHint' },
  now: Date,
): Promise<void> {
  if (gamePhase(clockOf(game), now.getTime()) !== 'Running') return;
  const gameId = game.id;
  const values = { gameId, type, values: [title], challengeId, publishedAt: now };
  const notice = await insertReleaseNotice(work.tx, values);
  work.changes(`notices:${gameId}`);
  if (notice) work.after(() => announceNotice(deps, notice.id));
}
