import type { Route } from '@vexil/contract/route';
import { Guid, Id } from '@vexil/contract/wire';
import type { Executor } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { eq } from 'drizzle-orm';
import { z } from 'zod';

const ChallengeId = z.coerce.number().pipe(Id);

/** Id of the game that a challenge or container of the path belongs to; `params` are unparsed. */
export async function findRouteGameId(
  db: Executor,
  by: NonNullable<Route['gameBy']>,
  params: Readonly<Record<string, string | undefined>>,
): Promise<number | undefined> {
  if (by === 'challenge') {
    const { data: id } = ChallengeId.safeParse(params.challengeId);
    if (id === undefined) return undefined;
    const [row] = await db.select({ gameId: challenges.gameId }).from(challenges).where(eq(challenges.id, id));
    return row?.gameId;
  }
  const { data: id } = Guid.safeParse(params.id);
  if (id === undefined) return undefined;
  const [row] = await db.select({ gameId: containers.gameId }).from(containers).where(eq(containers.id, id));
  return row?.gameId;
}
