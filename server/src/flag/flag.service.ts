import type { FlagCreateBody } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import { flagRefusal } from '@vexil/rules/flag.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { createAttachments, deleteAttachments } from '../challenge/attachment.service';
import { publishChallengesChanged } from '../challenge/challenge.change.service';
import { type ChallengeId, disableWithoutFlags, lockChallenge } from '../challenge/challenge.edit.service';
import type { Deps } from '../deps';
import { lockGame } from '../game/game.service';
import { deleteFlagRow, findFlagLocked, insertFlags } from './flag.queries';

type NewFlag = z.output<typeof FlagCreateBody>;

function checkFlags(flags: readonly NewFlag[]): void {
  const unfit = flags.findIndex(({ flag }) => flagRefusal(flag) !== null);
  if (unfit >= 0) throw new DomainError('request.invalid', { field: `${unfit}.flag` });
}

export function addFlags(deps: Deps, by: Author, id: ChallengeId, added: readonly NewFlag[]): Promise<void> {
  checkFlags(added);
  return inTransaction(deps, async (tx) => {
    await lockGame(tx, id.gameId);
    const challenge = await lockChallenge(tx, id);
    // Flags of this type are generated from the template; listed ones would never be accepted.
    if (challenge.type === 'DynamicContainer') throw new DomainError('flag.notAllowed');
    if (added.length === 0) return;
    const attachmentIds = await createAttachments(tx, added, (index, member) => `${index}.${member}`);
    const rows = added.map(({ flag }, index) => ({
      challengeId: challenge.id,
      hash: deps.sealing.hashFlag(challenge.id, flag),
      sealed: deps.sealing.seal(flag),
      attachmentId: attachmentIds[index] ?? null,
    }));
    await insertFlags(tx, rows);
    const target = `challenge:${challenge.id}`;
    await audit(tx, { by, gameId: id.gameId, action: 'flag.add', target, after: { flagsAdded: added.length } });
  });
}

/** False when the challenge has no such flag. Deleting the last flag disables the challenge. */
export function deleteFlag(
  deps: Deps,
  by: Author,
  { flagId, ...id }: ChallengeId & { flagId: number },
  at: Date,
): Promise<boolean> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const game = await lockGame(tx, id.gameId);
    const challenge = await lockChallenge(tx, id);
    const flag = await findFlagLocked(tx, challenge.id, flagId);
    if (!flag) return false;
    await deleteFlagRow(tx, flag.id);
    if (flag.attachmentId) await deleteAttachments(tx, [flag.attachmentId]);
    const target = `challenge:${challenge.id}`;
    await audit(tx, { by, gameId: game.id, action: 'flag.delete', target, before: { flagId } });
    const disabled = await disableWithoutFlags(deps, tx, afterCommit, { by, game, challenge, at });
    // A team may have lost the attachment it had drawn.
    const redrawn = challenge.type === 'DynamicAttachment' && challenge.isEnabled && !disabled;
    if (redrawn) await publishChallengesChanged(deps, tx, afterCommit, { game, at }, [challenge.id]);
    return true;
  });
}
