import type { Executor } from '@vexil/db';
import type { StaffRole } from '@vexil/db/enums/game';
import { gameStaff } from '@vexil/db/schema/game';
import { and, eq } from 'drizzle-orm';

export async function findStaffRole(db: Executor, gameId: number, accountId: string): Promise<StaffRole | undefined> {
  const [row] = await db
    .select({ role: gameStaff.role })
    .from(gameStaff)
    .where(and(eq(gameStaff.gameId, gameId), eq(gameStaff.accountId, accountId)));
  return row?.role;
}
