import { DomainError } from '@vexil/contract/errors';
import type { TeamChallengeRow } from '@vexil/db/schema/submission';
import { inTransaction } from '@vexil/runtime/transaction';
import type { Deps } from '../deps';
import {
  type AttachedFile,
  findAttachment,
  findAttachmentOfFlag,
  findChallengeTexts,
  findLiveContainer,
} from './challenge.play.queries';
import { type EnabledChallenge, loadVisibleChallenge, type Play } from './challenge.play.service';
import type { ChallengeParts } from './challenge.play.view';
import { findTeamChallenge } from './team-challenge.queries';
import { ensureTeamChallenge, isLoaded } from './team-challenge.service';

/** The first call assigns the flag or attachment. Throws `challenge.notFound` and `challenge.noFlagLeft`. */
export async function openChallenge(
  deps: Deps,
  play: Play,
  challengeId: number,
): Promise<Omit<ChallengeParts, 'board' | 'readerHost'>> {
  const challenge = await loadVisibleChallenge(deps, play, challengeId);
  const teamChallenge = await openTeamChallenge(deps, play, challenge);
  const [texts, attachment, container] = await Promise.all([
    findChallengeTexts(deps.db, challengeId),
    findOwnAttachment(deps, challenge, teamChallenge),
    findLiveContainer(deps.db, play.participation.id, challengeId),
  ]);
  if (!texts) throw new DomainError('challenge.notFound');
  return { challenge, texts, teamChallenge, attachment, container };
}

async function openTeamChallenge(
  deps: Deps,
  play: Play,
  challenge: EnabledChallenge,
): Promise<TeamChallengeRow | undefined> {
  const key = { participationId: play.participation.id, challengeId: challenge.id };
  const teamChallenge = await findTeamChallenge(deps.db, key);
  if (isLoaded(challenge, teamChallenge)) return teamChallenge;
  return inTransaction(deps, (tx) => ensureTeamChallenge(deps, tx, play.participation, challenge));
}

async function findOwnAttachment(
  deps: Deps,
  challenge: EnabledChallenge,
  teamChallenge: TeamChallengeRow | undefined,
): Promise<AttachedFile | undefined> {
  if (challenge.type === 'DynamicAttachment') {
    return teamChallenge?.flagId ? findAttachmentOfFlag(deps.db, teamChallenge.flagId) : undefined;
  }
  return challenge.attachmentId === null ? undefined : findAttachment(deps.db, challenge.attachmentId);
}
