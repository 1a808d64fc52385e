// The bloods of a game are told in the order they were stored, each once, whoever tells: the judge at once, the reveal of a
// frozen board, or the sweep. One at a time does so for a game, and looks for itself at what is left to tell.

import { bloodTypes } from '@vexil/db/enums/submission';
import { games } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import { notices } from '@vexil/db/schema/notice';
import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';
import { announce } from './announce';

const isBlood = inArray(notices.type, [...bloodTypes]);

/** Bloods that nobody was told of. */
export const isUntoldBlood = and(isBlood, isNull(notices.announcedAt)) as SQL;

/** Whether the public may know of a blood: it is of before the freeze, or its board shows it all the same. */
export const mayBeTold = (shown: readonly number[]) =>
  or(
    isNull(games.freezeAt),
    lte(notices.publishedAt, games.freezeAt),
    shown.length > 0 ? inArray(notices.id, [...shown]) : undefined,
  );

/**
 * Tells everybody at a game of its bloods as far as they may be told now. `shown` are notices of solves that came before
 * a freeze and were judged after it.
 */
export async function announceBloods(
  deps: Pick<WorkerDeps, 'db' | 'redis' | 'keyPrefix' | 'clock'>,
  gameId: number,
  shown: readonly number[] = [],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.bloodNotices}::int, ${gameId}::int)`);
    const now = deps.clock.now();
    const left = await tx
      .select(getTableColumns(notices))
      .from(notices)
      .innerJoin(games, eq(games.id, notices.gameId))
      .where(and(eq(notices.gameId, gameId), isUntoldBlood, lte(games.startAt, now), mayBeTold(shown)))
      .orderBy(asc(notices.id));
    for (const { id, type, values, publishedAt } of left) {
      await announce({ ...deps, db: tx }, gameId, { id, type, values, time: publishedAt.getTime() });
    }
  });
}
