import { challengeJobs } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { requestImages } from '@vexil/data/engine/images.queries';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { imagesOf, readContainerOptions } from '@vexil/rules/container-options.rules';
import { releasedHints } from '@vexil/rules/hint.rules';
import { isPulledAhead } from '@vexil/rules/image-pull.rules';
import { clockOf, gamePhase } from '@vexil/rules/phase.rules';
import { announceStops } from '@vexil/runtime/container-announce';
import { enqueuePulls } from '@vexil/runtime/enqueue-pulls';
import { restoreNotices } from '@vexil/runtime/notice-announce';
import type { Work } from '@vexil/runtime/transaction';
import { addNotice, withdrawNotices } from '../notice/notice.service';
import { stopTeamContainers } from './challenge.edit.queries';

export interface ChallengeChange {
  game: GameRow;
  before: ChallengeRow;
  after: ChallengeRow;
  at: Date;
}

const isRunning = (game: GameRow, at: Date) => gamePhase(clockOf(game), at.getTime()) === 'Running';

const shownHints = (challenge: ChallengeRow) =>
  releasedHints(challenge).map(({ title, content }) => JSON.stringify([title, content]));

function hintsDiffer(before: readonly string[], after: readonly string[]): boolean {
  return before.some((hint) => !after.includes(hint)) || after.some((hint) => !before.includes(hint));
}

/** No message names a challenge that some teams must not know of. */
export async function publishChallengesChanged(
  work: Work,
  { game, at }: Pick<ChallengeChange, 'game' | 'at'>,
  changed: readonly Pick<ChallengeRow, 'id' | 'requires'>[],
): Promise<void> {
  const gameId = game.id;
  if (changed.length > 0 && at >= game.startAt) {
    const challengeIds = changed.flatMap(({ id, requires }) => (requires ? [] : [id]));
    work.event(`game:${gameId}`, 'ChallengesChanged', { gameId, challengeIds });
  }
  work.scoreboards([gameId]);
}

const sharingOf = ({ containerOptions }: ChallengeRow) => readContainerOptions(containerOptions).sharing;

/** Every save tries those that failed again. */
async function pullAhead(deps: Deps, work: Work, { game, after, at }: ChallengeChange) {
  if (!isPulledAhead(after, game, at)) return;
  const images = imagesOf(after.containerImage, readContainerOptions(after.containerOptions));
  const engines = await requestImages(work.tx, images, 'failed', at);
  work.after(() => enqueuePulls(deps, engines));
}

async function changeNotices(deps: Deps, work: Work, { game, before, after, at }: ChallengeChange) {
  const which = { gameId: game.id, challengeId: after.id };
  if (before.isEnabled && !after.isEnabled) await withdrawNotices(work, which);
  if (!before.isEnabled && after.isEnabled) await restoreNotices(deps, work, which);
  if (!isRunning(game, at) || !after.isEnabled) return;
  if (before.isEnabled && !hintsDiffer(shownHints(before), shownHints(after))) return;
  const type = before.isEnabled ? 'NewHint' : 'NewChallenge';
  await addNotice(deps, work, { ...which, type, values: [after.title], publishedAt: at });
}

async function changeContainers(deps: Deps, work: Work, { before, after }: ChallengeChange) {
  if (!hasContainer(after.type)) return;
  const isDisabled = before.isEnabled && !after.isEnabled;
  const isMoved = (sharingOf(before) === 'none') !== (sharingOf(after) === 'none');
  if (isDisabled || isMoved) announceStops(deps, work, await stopTeamContainers(work.tx, after.id));
  work.job(containerJobs.keep, {});
}

function planRelease(work: Work, { before, after, at }: ChallengeChange) {
  for (const plan of ['releaseAt', 'hintDueAt'] as const) {
    const planned = after[plan]?.getTime();
    if (planned === undefined || planned === before[plan]?.getTime()) continue;
    // A little late rather than early: a job that comes before the moment leaves it to the next sweep.
    const delayMs = Math.max(0, planned - at.getTime()) + 50;
    work.job(challengeJobs.release, {}, { delayMs });
  }
}

export async function applyChangeEffects(deps: Deps, work: Work, change: ChallengeChange) {
  const { before, after } = change;
  await changeNotices(deps, work, change);
  await changeContainers(deps, work, change);
  await pullAhead(deps, work, change);
  planRelease(work, change);
  await publishChallengesChanged(work, change, before.isEnabled || after.isEnabled ? [after] : []);
}
