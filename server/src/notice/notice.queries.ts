import type { Executor, Tx } from '@vexil/db';
import { type NewNoticeRow, type NoticeRow, notices } from '@vexil/db/schema/notice';
import { and, desc, eq, sql } from 'drizzle-orm';
import { DomainError, invariant } from '../contract/errors';

/** What one wrote first, then the rest; each newest first. */
export function listNotices(db: Executor, gameId: number, page: { count: number; skip: number }): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notices)
    .where(eq(notices.gameId, gameId))
    .orderBy(desc(sql`${notices.type} = 'Normal'`), desc(notices.publishedAt), desc(notices.id))
    .limit(page.count)
    .offset(page.skip);
}

export function listWrittenNotices(db: Executor, gameId: number): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notices)
    .where(and(eq(notices.gameId, gameId), eq(notices.type, 'Normal')))
    .orderBy(desc(notices.publishedAt), desc(notices.id));
}

export async function insertNotice(tx: Tx, values: NewNoticeRow): Promise<NoticeRow> {
  const [row] = await tx.insert(notices).values(values).returning();
  invariant(row, 'an inserted notice is returned');
  return row;
}

/** A notice that organisers may change, locked until the transaction ends. */
export async function lockWrittenNotice(tx: Tx, gameId: number, noticeId: number): Promise<NoticeRow> {
  const [row] = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.gameId, gameId)))
    .for('update');
  if (!row) throw new DomainError('notice.notFound');
  if (row.type !== 'Normal') throw new DomainError('notice.notNormal');
  return row;
}

export async function updateNotice(tx: Tx, noticeId: number, values: Partial<NewNoticeRow>): Promise<NoticeRow> {
  const [row] = await tx.update(notices).set(values).where(eq(notices.id, noticeId)).returning();
  invariant(row, 'a locked notice exists');
  return row;
}

export async function deleteNotice(tx: Tx, noticeId: number): Promise<void> {
  await tx.delete(notices).where(eq(notices.id, noticeId));
}

/** Gives the ids of what was deleted. */
export async function deleteNoticesOf(tx: Tx, challengeId: number): Promise<number[]> {
  const rows = await tx.delete(notices).where(eq(notices.challengeId, challengeId)).returning({ id: notices.id });
  return rows.map(({ id }) => id);
}

export async function markAnnounced(db: Executor, noticeId: number, at: Date): Promise<void> {
  await db.update(notices).set({ announcedAt: at }).where(eq(notices.id, noticeId));
}
