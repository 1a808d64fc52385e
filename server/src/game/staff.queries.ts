import type { Executor, Tx } from '@vexil/db';
import type { StaffRole } from '@vexil/db/enums/game';
import { gameStaff } from '@vexil/db/schema/game';
import { and, eq, sql } from 'drizzle-orm';

export async function findStaffRole(db: Executor, gameId: number, accountId: string): Promise<StaffRole | undefined> {
  const [row] = await db
    .select({ role: gameStaff.role })
    .from(gameStaff)
    .where(and(eq(gameStaff.gameId, gameId), eq(gameStaff.accountId, accountId)));
  return row?.role;
}

/**
 * Makes transactions that give an account a place in a game, as staff or as player, wait for each other: two tables
 * hold the two kinds of place, so no constraint could keep one account from having both.
 */
export async function lockPlace(tx: Tx, gameId: number, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`place:${gameId}:${accountId}`}, 0))`);
}
