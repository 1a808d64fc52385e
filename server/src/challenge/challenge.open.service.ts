import { DomainError } from '@vexil/contract/errors';
import type { Sealing } from '@vexil/db/sealing';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { attachmentName, ownFileName } from '@vexil/rules/asset.rules';
import { grants } from '@vexil/rules/permission.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { Play } from '../play/play.service';
import { type AttachedFile, findOpening, type OpenedChallenge, type OwnOpening } from './challenge.open.queries';
import { loadEnabledChallenge } from './challenge.play.service';
import { ensureTeamChallenge, isLoaded } from './team-challenge.service';

export type Opening = OwnOpening & { challenge: OpenedChallenge; files: AttachedFile[] };

/** Throws `challenge.notFound` when the challenge is disabled or the team's division may not view it, and `game.paused`. */
export function requireOpening({ sealing }: Pick<Deps, 'sealing'>, play: Play, found: OwnOpening | null): Opening {
  const challenge = found?.challenge;
  if (!challenge || !grants(play.division, challenge.id, 'ViewChallenge')) throw new DomainError('challenge.notFound');
  if (play.game.statementsHidden) throw new DomainError('game.paused');
  return { ...found, challenge, files: ownFiles(challenge, found, sealing) };
}

/** Of the challenge, or of the team's flag: then without names that would give it away. */
function ownFiles({ type, fileName, files }: OpenedChallenge, { flag }: OwnOpening, { unseal }: Sealing) {
  if (type !== 'DynamicAttachment') return files ?? [];
  if (!flag?.files) return [];
  const text = unseal(flag.sealed);
  return flag.files.map((file, index) => {
    // A name that the organisers chose is that of every team's file.
    const chosen = index === 0 && fileName !== attachmentName ? fileName : null;
    const own = file.fileName ?? file.storedName;
    return { ...file, fileName: chosen ?? (own && ownFileName(own, text)) };
  });
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
