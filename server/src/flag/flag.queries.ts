import type { Tx } from '@vexil/db';
import { type FlagRow, flags } from '@vexil/db/schema/challenge';
import { teamChallenges } from '@vexil/db/schema/submission';
import { and, eq } from 'drizzle-orm';

type NewFlagRow = typeof flags.$inferInsert;

export async function insertFlags(tx: Tx, rows: NewFlagRow[]): Promise<void> {
  await tx.insert(flags).values(rows);
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
