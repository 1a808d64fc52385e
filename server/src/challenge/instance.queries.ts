import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { flags } from '@vexil/db/schema/challenge';
import { type InstanceRow, instances } from '@vexil/db/schema/submission';
import { and, eq, notExists, sql } from 'drizzle-orm';

export interface InstanceKey {
  participationId: number;
  challengeId: number;
}

const ofKey = ({ participationId, challengeId }: InstanceKey) =>
  and(eq(instances.participationId, participationId), eq(instances.challengeId, challengeId));

export async function findInstance(db: Executor, key: InstanceKey): Promise<InstanceRow | undefined> {
  const [row] = await db.select().from(instances).where(ofKey(key));
  return row;
}

/** The row, made if there was none, and locked until the transaction ends. */
export async function lockInstance(tx: Tx, key: InstanceKey & { gameId: number }): Promise<InstanceRow> {
  await tx.insert(instances).values(key).onConflictDoNothing();
  const [row] = await tx.select().from(instances).where(ofKey(key)).for('no key update');
  invariant(row, 'an instance that was just made is there');
  return row;
}

export async function updateInstance(
  tx: Tx,
  key: InstanceKey,
  values: Pick<InstanceRow, 'flagHash' | 'flagSealed' | 'loadedAt'> & Partial<Pick<InstanceRow, 'flagId'>>,
): Promise<InstanceRow> {
  const [row] = await tx.update(instances).set(values).where(ofKey(key)).returning();
  invariant(row, 'a locked instance is there');
  return row;
}

/** One of the flags no team has, at random; those other transactions are about to hand out are passed over. */
export async function drawFreeFlag(tx: Tx, challengeId: number) {
  const taken = tx.select({ one: sql`1` }).from(instances).where(eq(instances.flagId, flags.id));
  const [row] = await tx
    .select({ id: flags.id, hash: flags.hash, sealed: flags.sealed })
    .from(flags)
    .where(and(eq(flags.challengeId, challengeId), notExists(taken)))
    .orderBy(sql`random()`)
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}
