import type { FileBinding, FlagCreateBody, FlagFile } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { flagRefusal } from '@vexil/rules/flag.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { createAttachments, deleteAttachments, requestsOf } from '../challenge/attachment.service';
import { publishChallengesChanged } from '../challenge/challenge.change.service';
import { type ChallengeId, disableWithoutFlags, lockChallenge } from '../challenge/challenge.edit.service';
import { lockGame } from '../game/game.service';
import { requireApart, sealFlag } from './flag.match';
import {
  deleteFlagRow,
  type FlagWithFile,
  findFlagLocked,
  insertFlags,
  listFlagsByHash,
  setFlagAttachment,
} from './flag.queries';

type NewFlag = z.output<typeof FlagCreateBody>;

function checkFlags(flags: readonly { flag: string }[]): void {
  const unfit = flags.findIndex(({ flag }) => flagRefusal(flag) !== null);
  if (unfit >= 0) throw new DomainError('request.invalid', { field: `${unfit}.flag` });
}

export function addFlags(deps: Deps, by: Author, id: ChallengeId, added: readonly NewFlag[]): Promise<void> {
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, id.gameId);
    await addFlagsIn(deps, tx, { by, challenge: await lockChallenge(tx, id), added });
  });
}

export async function addFlagsIn(
  deps: Deps,
  tx: Tx,
  { by, challenge, added }: { by: Author; challenge: ChallengeRow; added: readonly NewFlag[] },
): Promise<void> {
  checkFlags(added);
  // Flags of this type are generated from the template; listed ones would never be accepted.
  if (challenge.type === 'DynamicContainer') throw new DomainError('flag.notAllowed');
  if (added.length === 0) return;
  const attachmentIds = await createAttachments(
    tx,
    added.map((flag, index) => requestsOf(flag, `${index}.`)),
  );
  await requireApart(deps, tx, challenge, added);
  const rows = added.map((flag, index) => ({
    ...sealFlag(deps, challenge.id, flag),
    attachmentId: attachmentIds[index] ?? null,
  }));
  await insertFlags(tx, rows);
  const target = `challenge:${challenge.id}`;
  const canariesAdded = added.filter(({ canary }) => canary).length;
  const after = { flagsAdded: added.length - canariesAdded, ...(canariesAdded > 0 ? { canariesAdded } : {}) };
  await audit(tx, { by, gameId: challenge.gameId, action: 'flag.add', target, after });
}

export type NewFile = z.output<typeof FlagFile>;

interface PlannedFile extends NewFile {
  hash: string;
  binding: FileBinding;
  /** The stored flag that gets the file. */
  flagId?: number;
}

/** Of equal flags in the request the first gets its file. */
function planFiles(known: readonly FlagWithFile[], files: readonly (NewFile & { hash: string })[]): PlannedFile[] {
  const equal = new Map<string, { id?: number; fileHash: string | null; isFree: boolean }[]>();
  const of = (hash: string) => equal.get(hash) ?? equal.set(hash, []).get(hash) ?? [];
  for (const { id, hash, attachmentId, fileHash } of known)
    of(hash).push({ id, fileHash, isFree: attachmentId === null });
  return files.map((file) => {
    const flags = of(file.hash);
    if (flags.some(({ fileHash }) => fileHash === file.fileHash)) return { ...file, binding: 'same' };
    const free = flags.find(({ isFree }) => isFree);
    if (free) {
      Object.assign(free, { fileHash: file.fileHash, isFree: false });
      return { ...file, binding: 'bound', ...(free.id === undefined ? {} : { flagId: free.id }) };
    }
    if (flags.length > 0) return { ...file, binding: 'kept' };
    flags.push({ fileHash: file.fileHash, isFree: false });
    return { ...file, binding: 'added' };
  });
}

/** Can be repeated after a lost reply. Returns what became of each file, in their order. */
export function bindFiles(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  files: readonly NewFile[],
  at: Date,
): Promise<FileBinding[]> {
  checkFlags(files);
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, id.gameId);
    const challenge = await lockChallenge(work.tx, id);
    if (challenge.type === 'DynamicContainer') throw new DomainError('flag.notAllowed');
    const hashed = files.map((file) => ({ ...file, hash: deps.sealing.hashFlag(challenge.id, file.flag) }));
    const known = await listFlagsByHash(
      work.tx,
      challenge.id,
      hashed.map(({ hash }) => hash),
    );
    const plan = planFiles(known, hashed);
    const isNew = ({ binding }: PlannedFile) => binding === 'added' || binding === 'bound';
    const attachmentIds = await createAttachments(
      work.tx,
      plan.map((file, index) =>
        isNew(file) ? [{ attachmentType: 'Local', fileHash: file.fileHash, path: `${index}.` }] : [],
      ),
    );
    await requireApart(
      deps,
      work.tx,
      challenge,
      plan.map((file) => (file.binding === 'added' ? file : null)),
    );
    const placed = plan.map((file, index) => ({ ...file, attachmentId: attachmentIds[index] ?? null }));
    const added = placed.filter(({ binding }) => binding === 'added');
    const bound = placed.filter(({ binding }) => binding === 'bound');
    await insertFlags(
      work.tx,
      added.map((file) => ({ ...sealFlag(deps, challenge.id, file), attachmentId: file.attachmentId })),
    );
    for (const { flagId = 0, attachmentId } of bound) await setFlagAttachment(work.tx, flagId, attachmentId);
    if (added.length + bound.length > 0) {
      const after = { flagsAdded: added.length, filesBound: bound.length };
      await audit(work.tx, {
        by,
        gameId: game.id,
        action: 'flag.bindFiles',
        target: `challenge:${challenge.id}`,
        after,
      });
    }
    // A team may have drawn a flag before the flag had its file.
    if (bound.length > 0 && challenge.isEnabled) {
      await publishChallengesChanged(work, { game, at }, [challenge]);
    }
    return plan.map(({ binding }) => binding);
  });
}

/** False when the challenge has no such flag. Deleting the last flag disables the challenge. */
export function deleteFlag(
  deps: Deps,
  by: Author,
  { flagId, ...id }: ChallengeId & { flagId: number },
  at: Date,
): Promise<boolean> {
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, id.gameId);
    const challenge = await lockChallenge(work.tx, id);
    if (!(await deleteFlagIn(work.tx, by, challenge, flagId))) return false;
    const disabled = await disableWithoutFlags(deps, work, { by, game, challenge, at });
    // A team may have lost the attachment it had drawn.
    const redrawn = challenge.type === 'DynamicAttachment' && challenge.isEnabled && !disabled;
    if (redrawn) await publishChallengesChanged(work, { game, at }, [challenge]);
    return true;
  });
}

export async function deleteFlagIn(tx: Tx, by: Author, challenge: ChallengeRow, flagId: number): Promise<boolean> {
  const flag = await findFlagLocked(tx, challenge.id, flagId);
  if (!flag) return false;
  await deleteFlagRow(tx, flag.id);
  if (flag.attachmentId) await deleteAttachments(tx, [flag.attachmentId]);
  const target = `challenge:${challenge.id}`;
  await audit(tx, { by, gameId: challenge.gameId, action: 'flag.delete', target, before: { flagId } });
  return true;
}
