import type { Tx } from '@vexil/db';
import { attachments, type FlagRow, flags } from '@vexil/db/schema/challenge';
import { teamChallenges } from '@vexil/db/schema/submission';
import { and, asc, eq, inArray, or } from 'drizzle-orm';

type NewFlagRow = typeof flags.$inferInsert;

/** PostgreSQL takes 65,535 parameters at most. */
const rowsAtOnce = 5000;

export async function insertFlags(tx: Tx, rows: NewFlagRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await tx.insert(flags).values(rows.slice(at, at + rowsAtOnce));
}

export interface FlagWithFile {
  id: number;
  hash: string;
  attachmentId: number | null;
  fileHash: string | null;
}

/** A flag with several files occurs with each. Plan: flags_challenge_id_hash_idx. */
export function listFlagsByHash(tx: Tx, challengeId: number, hashes: readonly string[]): Promise<FlagWithFile[]> {
  return tx
    .select({ id: flags.id, hash: flags.hash, attachmentId: flags.attachmentId, fileHash: attachments.fileHash })
    .from(flags)
    .leftJoin(attachments, or(eq(attachments.id, flags.attachmentId), eq(attachments.firstId, flags.attachmentId)))
    .where(and(eq(flags.challengeId, challengeId), inArray(flags.hash, [...hashes])))
    .orderBy(asc(flags.id));
}

/** All flags of a challenge with how they are compared, in the order of the list. */
export const listRules = (
  tx: Tx,
  challengeId: number,
): Promise<Pick<FlagRow, 'sealed' | 'match' | 'exampleSealed'>[]> =>
  tx
    .select({ sealed: flags.sealed, match: flags.match, exampleSealed: flags.exampleSealed })
    .from(flags)
    .where(eq(flags.challengeId, challengeId))
    .orderBy(asc(flags.id));

export async function setFlagAttachment(tx: Tx, flagId: number, attachmentId: number | null): Promise<void> {
  await tx.update(flags).set({ attachmentId }).where(eq(flags.id, flagId));
}

/** Locked, so that no team can draw the flag. */
export async function findFlagLocked(tx: Tx, challengeId: number, flagId: number): Promise<FlagRow | undefined> {
  const [row] = await tx
    .select()
    .from(flags)
    .where(and(eq(flags.id, flagId), eq(flags.challengeId, challengeId)))
    .for('update');
  return row;
}

/** A team that had drawn the flag draws another one when it next opens the challenge. */
export async function deleteFlagRow(tx: Tx, flagId: number): Promise<void> {
  await tx
    .update(teamChallenges)
    .set({ flagId: null, flagHash: null, flagSealed: null, loadedAt: null })
    .where(eq(teamChallenges.flagId, flagId));
  await tx.delete(flags).where(eq(flags.id, flagId));
}
