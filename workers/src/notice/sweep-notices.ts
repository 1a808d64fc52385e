import { bloodTypes } from '@vexil/db/enums/submission';
import { games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { and, asc, eq, getTableColumns, isNull, lte, notInArray } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';
import { announce } from './announce';
import { announceBloods, isUntoldBlood, mayBeTold } from './announce-bloods';

/** Whoever stored a notice pushes it at once; what is older was left by a crash. */
const graceMs = 5_000;
const batchSize = 200;

/** Pushes what a crash left between commit and push, in order; nothing before its game has begun, no blood in a freeze. */
export async function sweepNotices(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  const isLeft = and(lte(notices.publishedAt, new Date(now.getTime() - graceMs)), lte(games.startAt, now));
  await deps.db.transaction(async (tx) => {
    const left = await tx
      .select(getTableColumns(notices))
      .from(notices)
      .innerJoin(games, eq(games.id, notices.gameId))
      .where(and(isNull(notices.announcedAt), notInArray(notices.type, [...bloodTypes]), isLeft))
      .orderBy(asc(notices.id))
      .limit(batchSize)
      .for('no key update', { of: notices, skipLocked: true });
    for (const { id, gameId, type, values, publishedAt } of left) {
      await announce({ ...deps, db: tx }, gameId, { id, type, values, time: publishedAt.getTime() });
    }
  });
  const concerned = await deps.db
    .selectDistinct({ gameId: notices.gameId })
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(and(isUntoldBlood, mayBeTold([]), isLeft));
  for (const { gameId } of concerned) await announceBloods(deps, gameId);
}
