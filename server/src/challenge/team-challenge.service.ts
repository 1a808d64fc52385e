import { createHash } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import { submissionConstraints, type TeamChallengeRow } from '@vexil/db/schema/submission';
import type { Deps } from '@vexil/http/deps';
import { generateFlag } from '@vexil/rules/flag-template.rules';
import { teamHash } from '@vexil/rules/team-hash.rules';
import { gameHashSalt } from '../game/game.keys';
import { getGame } from '../game/game.service';
import {
  drawFreeFlag,
  insertEarlierFlag,
  isSolved,
  lockTeamChallenge,
  type TeamChallengeKey,
  updateTeamChallenge,
} from './team-challenge.queries';

type Owner = Pick<ParticipationRow, 'id' | 'gameId' | 'token'>;
type FlagSource = Pick<ChallengeRow, 'id' | 'type' | 'flagTemplateSealed'>;
type TeamChallengeDeps = Pick<Deps, 'sealing' | 'clock' | 'random' | 'log'>;

export function isLoaded(
  { type }: Pick<ChallengeRow, 'type'>,
  teamChallenge: Pick<TeamChallengeRow, 'flagHash' | 'flagId'> | null,
): boolean {
  if (type === 'DynamicContainer') return Boolean(teamChallenge?.flagHash);
  // Deleting a drawn flag sets this to null, and the team draws again.
  if (type === 'DynamicAttachment') return Boolean(teamChallenge?.flagId);
  return true;
}

/** Locked until the transaction ends; the first access assigns the flag. Throws `challenge.noFlagLeft`. */
export async function ensureTeamChallenge(
  deps: TeamChallengeDeps,
  tx: Tx,
  owner: Owner,
  challenge: FlagSource,
): Promise<TeamChallengeRow> {
  const key = { participationId: owner.id, challengeId: challenge.id, gameId: owner.gameId };
  const teamChallenge = await lockRow(tx, key);
  if (isLoaded(challenge, teamChallenge)) return teamChallenge;
  if (challenge.type === 'DynamicAttachment') return drawFlag(deps, tx, key);

  const flag = await makeFlag(deps, tx, owner, challenge);
  return updateTeamChallenge(tx, key, {
    flagHash: deps.sealing.hashFlag(challenge.id, flag),
    flagSealed: deps.sealing.seal(flag),
    loadedAt: deps.clock.now(),
  });
}

/**
 * Gives the team a new flag for its next instance, once an earlier one may have had the present flag. A solved challenge
 * keeps it. The team challenge is locked.
 */
export async function rotateFlag(
  deps: TeamChallengeDeps,
  tx: Tx,
  { owner, challenge, held }: { owner: Owner; challenge: FlagSource; held: TeamChallengeRow },
): Promise<void> {
  const key = { participationId: owner.id, challengeId: challenge.id };
  const { flagHash, flagSealed } = held;
  if (held.lastContainerOperationAt === null || flagHash === null || flagSealed === null) return;
  if (await isSolved(tx, key)) return;
  const flag = await makeFlag(deps, tx, owner, challenge);
  const renewed = { flagHash: deps.sealing.hashFlag(challenge.id, flag), flagSealed: deps.sealing.seal(flag) };
  // An imported template may leave no choice.
  if (renewed.flagHash === flagHash) return;
  const now = deps.clock.now();
  await insertEarlierFlag(tx, { ...key, flagHash, flagSealed, replacedAt: now });
  await updateTeamChallenge(tx, key, { ...renewed, loadedAt: now });
}

async function lockRow(tx: Tx, key: TeamChallengeKey & { gameId: number }): Promise<TeamChallengeRow> {
  try {
    return await lockTeamChallenge(tx, key);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'team_challenges_participation_fkey') {
      throw new DomainError('participation.missing', { cause: error });
    }
    if (constraint === 'team_challenges_challenge_fkey') throw new DomainError('challenge.notFound', { cause: error });
    throw error;
  }
}

async function makeFlag(deps: TeamChallengeDeps, tx: Tx, owner: Owner, challenge: FlagSource): Promise<string> {
  const template = challenge.flagTemplateSealed === null ? null : deps.sealing.unseal(challenge.flagTemplateSealed);
  const salt = gameHashSalt(deps, await getGame(tx, owner.gameId));
  const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
  return generateFlag(template, teamHash(sha256Hex, salt, challenge.id, owner.token), {
    randomInt: deps.random.integer,
    randomUuid: deps.random.uuid,
  });
}

/** Another transaction may commit the same draw before our update; the unique key refuses it and we draw again. */
async function drawFlag(deps: TeamChallengeDeps, tx: Tx, key: TeamChallengeKey): Promise<TeamChallengeRow> {
  for (;;) {
    try {
      return await tx.transaction(async (savepoint) => {
        const flag = await drawFreeFlag(savepoint, key.challengeId);
        if (!flag) throw new DomainError('challenge.noFlagLeft');
        const values = { flagId: flag.id, flagHash: flag.hash, flagSealed: flag.sealed };
        return updateTeamChallenge(savepoint, key, { ...values, loadedAt: deps.clock.now() });
      });
    } catch (error) {
      if (error instanceof DomainError) {
        deps.log.warn({ event: 'challenge.flags_exhausted', challengeId: key.challengeId }, 'No unused flag is left');
      }

      if (violatedConstraint(error) !== submissionConstraints.flagOnce) throw error;
    }
  }
}
