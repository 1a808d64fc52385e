import { eq } from 'drizzle-orm';
import type { Db } from '../src';
import { type GameRow, games } from '../src/schema/game';
import { pauses } from '../src/schema/pause';

/** A game that is paused since then. */
export async function buildPause(
  db: Db,
  gameId: number,
  { pausedAt = new Date(), hideStatements = false }: { pausedAt?: Date; hideStatements?: boolean } = {},
): Promise<GameRow> {
  await db
    .insert(pauses)
    .values({ gameId, reason: 'The power is out.', pausedAt, hideStatements, stopInstances: false });
  const values = { pausedAt, statementsHidden: hideStatements };
  const [row] = await db.update(games).set(values).where(eq(games.id, gameId)).returning();
  if (!row) throw new Error('There is no such game.');
  return row;
}
