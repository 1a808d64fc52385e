import type { Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { participationMembers } from '@vexil/db/schema/participation';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

const without = (column: PgColumn, ids: readonly string[]): { set: { fields: SQL }; has: SQL } => {
  const list = sql`${sql.param(ids)}::text[]`;
  return { set: { fields: sql`${column} - ${list}` }, has: sql`${column} ?| ${list}` };
};

/** Of fields of the platform that are removed. */
export async function deleteAccountFields(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { set, has } = without(accounts.fields, ids);
  await tx.update(accounts).set(set).where(has);
}

/** Of fields of the game that are removed. */
export async function deleteMemberFields(tx: Tx, gameId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { set, has } = without(participationMembers.fields, ids);
  await tx
    .update(participationMembers)
    .set(set)
    .where(and(eq(participationMembers.gameId, gameId), has));
}
