import type { Executor, Tx } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { type NoticeRow, notices } from '@vexil/db/schema/notice';
import { and, eq, getTableColumns, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

/** Published, not about a challenge that is disabled, and no news of one that some teams must not know of: what players may see of notices, on every channel. */
export const isShownNotice = and(
  isNull(notices.scheduledAt),
  or(
    isNull(notices.challengeId),
    sql`exists (select from ${challenges} c where c.id = ${notices.challengeId} and c.is_enabled
      and (c.requires is null or ${notices.type} not in ('NewChallenge', 'NewHint')))`,
  ),
) as SQL;

/** Locked until the transaction ends; undefined when no player may see it, or its game has not started. */
export async function lockShownNotice(tx: Tx, id: number, now: Date): Promise<NoticeRow | undefined> {
  const [notice] = await tx
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(and(eq(notices.id, id), isShownNotice, lte(games.startAt, now)))
    .for('no key update', { of: notices });
  return notice;
}

export async function markAnnounced(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(notices).set({ announcedAt: now }).where(eq(notices.id, id));
}

export const listNoticesOfChallenge = (
  db: Executor,
  challengeId: number,
): Promise<Pick<NoticeRow, 'id' | 'announcedAt'>[]> =>
  db
    .select({ id: notices.id, announcedAt: notices.announcedAt })
    .from(notices)
    .where(eq(notices.challengeId, challengeId));
