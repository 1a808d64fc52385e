import { isShownNotice } from '@vexil/data/notice/announce.queries';
import type { Executor, Tx } from '@vexil/db';
import { bloodTypes } from '@vexil/db/enums/submission';
import { games } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import { type NoticeRow, notices } from '@vexil/db/schema/notice';
import { and, asc, eq, getTableColumns, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';

const isUnannouncedBlood = and(inArray(notices.type, [...bloodTypes]), isNull(notices.announcedAt), isShownNotice);

const isPublic = (publicIds: readonly number[]) =>
  or(
    isNull(games.freezeAt),
    lte(notices.publishedAt, games.freezeAt),
    publicIds.length > 0 ? inArray(notices.id, [...publicIds]) : undefined,
  );

/** Held until the end of the transaction by the one process that announces bloods of this game. */
export async function lockBloodNotices(tx: Tx, gameId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.bloodNotices}::int, ${gameId}::int)`);
}

export async function listUnannouncedBloods(
  db: Executor,
  gameId: number,
  now: Date,
  publicIds: readonly number[],
): Promise<NoticeRow[]> {
  return db
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(and(eq(notices.gameId, gameId), isUnannouncedBlood, lte(games.startAt, now), isPublic(publicIds)))
    .orderBy(asc(notices.id));
}

/** Games with bloods published before `before` that could be announced by now. */
export async function listGamesWithUnannouncedBloods(db: Executor, before: Date, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ gameId: notices.gameId })
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(and(isUnannouncedBlood, isPublic([]), lte(notices.publishedAt, before), lte(games.startAt, now)));
  return rows.map(({ gameId }) => gameId);
}

/** Other notices that were left unannounced, oldest first; locked until the end of the transaction. */
export async function lockUnannouncedNotices(tx: Tx, before: Date, now: Date, limit: number): Promise<NoticeRow[]> {
  return tx
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(
      and(
        isNull(notices.announcedAt),
        isShownNotice,
        notInArray(notices.type, [...bloodTypes]),
        lte(notices.publishedAt, before),
        lte(games.startAt, now),
      ),
    )
    .orderBy(asc(notices.id))
    .limit(limit)
    .for('no key update', { of: notices, skipLocked: true });
}

/** Those planned for `now` or before become public, oldest first, none of a paused game; each is returned once. */
export async function publishDueNotices(tx: Tx, now: Date, limit: number): Promise<NoticeRow[]> {
  const due = await tx
    .select({ id: notices.id })
    .from(notices)
    .innerJoin(games, and(eq(games.id, notices.gameId), isNull(games.pausedAt)))
    .where(lte(notices.scheduledAt, now))
    .orderBy(asc(notices.scheduledAt), asc(notices.id))
    .limit(limit)
    .for('update', { of: notices, skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const rows = await tx
    .update(notices)
    .set({ scheduledAt: null, publishedAt: now })
    .where(inArray(notices.id, ids))
    .returning();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
