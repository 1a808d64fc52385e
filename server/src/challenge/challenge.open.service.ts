import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { attachmentName, ownFileName } from '@vexil/rules/asset.rules';
import { grants } from '@vexil/rules/permission.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { Play } from '../play/play.service';
import { findOpening, type OpenedChallenge, type OwnOpening } from './challenge.open.queries';
import { loadEnabledChallenge } from './challenge.play.service';
import { ensureTeamChallenge, isLoaded } from './team-challenge.service';

export type Opening = OwnOpening & { challenge: OpenedChallenge };

/** Throws `challenge.notFound` when the challenge is disabled or the team's division may not view it, and `game.paused`. */
export function requireOpening({ sealing }: Pick<Deps, 'sealing'>, play: Play, found: OwnOpening | null): Opening {
  const challenge = found?.challenge;
  if (!challenge || !grants(play.division, challenge.id, 'ViewChallenge')) throw new DomainError('challenge.notFound');
  if (play.game.statementsHidden) throw new DomainError('game.paused');
  const { attachment } = found;
  const own = attachment && (attachment.fileName ?? attachment.storedName);
  // A name that the organisers chose is that of every team's file.
  if (!own || challenge.fileName !== attachmentName) return { ...found, challenge };
  return {
    ...found,
    challenge,
    attachment: { ...attachment, fileName: ownFileName(own, sealing.unseal(attachment.sealed)) },
  };
}

/** The first call assigns the flag or attachment. Throws `challenge.notFound`, `game.paused` and `challenge.noFlagLeft`. */
export async function openChallenge(
  deps: Deps,
  actor: Pick<Actor, 'id'>,
  play: Play,
  found: OwnOpening | null,
): Promise<Opening> {
  const opening = requireOpening(deps, play, found);
  const { id } = opening.challenge;
  if (isLoaded(opening.challenge, opening.teamChallenge)) return opening;
  const source = await loadEnabledChallenge(deps, play, id);
  await inTransaction(deps, ({ tx }) => ensureTeamChallenge(deps, tx, play.player, source));
  const again = await findOpening(deps.database, { accountId: actor.id, gameId: play.game.id, challengeId: id });
  return requireOpening(deps, play, again?.own ?? null);
}
