import { containerJobs } from '@vexil/contract/container';
import { DomainError, retryIn } from '@vexil/contract/errors';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { aheadEndMs } from '@vexil/rules/container-ahead.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { instanceColumns } from '@vexil/runtime/instance';
import { inTransaction } from '@vexil/runtime/transaction';
import type { EnabledChallenge } from '../challenge/challenge.play.service';
import { getContainerCeilings } from '../config/config.service';
import type { Play } from '../play/play.service';
import { findLiveShared, insertShared, lockEnabledChallenge, lockUnpaused } from './container.queries';
import { requireQueueRoom, waitForStart } from './container.wait';

/** An end takes about so long. */
const retrySeconds = 10;

interface SharedRequest {
  play: Play;
  challenge: EnabledChallenge;
  now: Date;
}

/** The instance of all teams, started for the first one that asks; resolves when it answers. */
export async function startShared(deps: Deps, { play, challenge, now }: SharedRequest): Promise<ContainerRow> {
  const present = await findLiveShared(deps.db, challenge.id);
  if (!present) await requireQueueRoom(deps, now);
  const row = present ?? (await requestShared(deps, { play, challenge, now }));
  if (row?.state === 'running') return row;
  if (!row || row.state === 'stopping') {
    throw new DomainError('container.tooSoon', retryIn(retrySeconds));
  }
  return waitForStart(deps, row);
}

/** undefined when another request was first and its instance has ended since. */
async function requestShared(deps: Deps, { play, challenge, now }: SharedRequest): Promise<ContainerRow | undefined> {
  if (challenge.containerImage.trim() === '') throw new DomainError('challenge.imageMissing');
  const ceilings = await getContainerCeilings(deps);
  const game = { endAt: new Date(play.game.endAt), practiceMode: play.game.practiceMode };
  return inTransaction(deps, async (work) => {
    await lockUnpaused(work.tx, play.game.id);
    if (!(await lockEnabledChallenge(work.tx, challenge.id))) throw new DomainError('challenge.notFound');
    const inserted = await insertShared(work.tx, {
      kind: 'Shared',
      sharedChallengeId: challenge.id,
      gameId: play.game.id,
      challengeId: challenge.id,
      ...instanceColumns(deps, challenge),
      requestedAt: now,
      expiresAt: new Date(aheadEndMs(game, now.getTime(), ceilings)),
    });
    if (!inserted) return findLiveShared(work.tx, challenge.id);
    work.job(containerJobs.place, {});
    work.after(() => announceContainers(deps, [inserted]));
    return inserted;
  });
}
