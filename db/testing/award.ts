import type { Db } from '../src';
import { type AwardRow, awards, type NewAwardRow } from '../src/schema/award';
import type { ParticipationRow } from '../src/schema/participation';

/** Given this moment. */
export async function buildAward(
  db: Db,
  { participation }: { participation: Pick<ParticipationRow, 'id' | 'gameId'> },
  fields: Partial<NewAwardRow> = {},
): Promise<AwardRow> {
  const { id: participationId, gameId } = participation;
  const at = new Date();
  const common = { gameId, participationId, points: 50, reason: 'Won the quiz.', awardedAt: at, createdAt: at };
  const [row] = await db
    .insert(awards)
    .values({ ...common, ...fields })
    .returning();
  if (!row) throw new Error('The row was not stored.');
  return row;
}
