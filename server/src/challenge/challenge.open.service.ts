import { DomainError } from '@vexil/contract/errors';
import type { InstanceRow } from '@vexil/db/schema/submission';
import { inTransaction } from '@vexil/runtime/transaction';
import type { Deps } from '../deps';
import {
  type AttachedFile,
  findAttachment,
  findAttachmentOfFlag,
  findChallengeTexts,
  findLiveContainer,
} from './challenge.play.queries';
import { loadVisibleChallenge, type Play, type PlayedChallenge } from './challenge.play.service';
import type { ChallengeParts } from './challenge.play.view';
import { findInstance } from './instance.queries';
import { ensureInstance, isLoaded } from './instance.service';

/**
 * A challenge as the team sees it; its first look hands out the team's flag or attachment. Throws `challenge.notFound`
 * and `challenge.noFlagLeft`.
 */
export async function openChallenge(
  deps: Deps,
  play: Play,
  challengeId: number,
): Promise<Omit<ChallengeParts, 'pieces' | 'readerHost'>> {
  const challenge = await loadVisibleChallenge(deps, play, challengeId);
  const instance = await openInstance(deps, play, challenge);
  const [texts, attachment, container] = await Promise.all([
    findChallengeTexts(deps.db, challengeId),
    findOwnAttachment(deps, challenge, instance),
    findLiveContainer(deps.db, play.participation.id, challengeId),
  ]);
  if (!texts) throw new DomainError('challenge.notFound');
  return { challenge, texts, instance, attachment, container };
}

async function openInstance(deps: Deps, play: Play, challenge: PlayedChallenge): Promise<InstanceRow | undefined> {
  const key = { participationId: play.participation.id, challengeId: challenge.id };
  const instance = await findInstance(deps.db, key);
  if (isLoaded(challenge, instance)) return instance;
  return inTransaction(deps, (tx) => ensureInstance(deps, tx, play.participation, challenge));
}

async function findOwnAttachment(
  deps: Deps,
  challenge: PlayedChallenge,
  instance: InstanceRow | undefined,
): Promise<AttachedFile | undefined> {
  if (challenge.type === 'DynamicAttachment') {
    return instance?.flagId ? findAttachmentOfFlag(deps.db, instance.flagId) : undefined;
  }
  return challenge.attachmentId === null ? undefined : findAttachment(deps.db, challenge.attachmentId);
}
