import type { Tx } from '@vexil/db';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { asc, eq, sql } from 'drizzle-orm';

export type ChallengePlace = Pick<ChallengeRow, 'id' | 'position' | 'isEnabled' | 'requires'>;

/** In the order of ids, so that two organisers who reorder at once wait for each other. */
export function lockPlaces(tx: Tx, gameId: number): Promise<ChallengePlace[]> {
  return tx
    .select({
      id: challenges.id,
      position: challenges.position,
      isEnabled: challenges.isEnabled,
      requires: challenges.requires,
    })
    .from(challenges)
    .where(eq(challenges.gameId, gameId))
    .orderBy(asc(challenges.id))
    .for('no key update');
}

export async function setPositions(tx: Tx, places: readonly { id: number; position: number }[]): Promise<void> {
  const ids = sql.param(places.map(({ id }) => id));
  const positions = sql.param(places.map(({ position }) => position));
  await tx.execute(sql`
    update ${challenges} set position = places.position, updated_at = now()
    from unnest(${ids}::integer[], ${positions}::integer[]) as places(id, position)
    where ${challenges.id} = places.id`);
}
