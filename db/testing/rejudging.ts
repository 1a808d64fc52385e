import type { Db } from '../src';
import { type NewRejudgingRow, type RejudgingRow, rejudgings } from '../src/schema/rejudging';

/** Discarded, so that the game has no open draft. */
export async function buildRejudging(
  db: Db,
  { gameId, ...fields }: Partial<NewRejudgingRow> & { gameId: number },
): Promise<RejudgingRow> {
  const common = { reason: 'The flag was wrong.', takesBack: false, state: 'Discarded' as const };
  const [row] = await db
    .insert(rejudgings)
    .values({ ...common, gameId, ...fields })
    .returning();
  if (!row) throw new Error('The row was not stored.');
  return row;
}
