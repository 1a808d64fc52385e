import { DomainError, invariant } from '@vexil/contract/errors';
import { isShownNotice } from '@vexil/data/notice/announce.queries';
import type { Executor, Tx } from '@vexil/db';
import { bloodTypes } from '@vexil/db/enums/submission';
import { challenges } from '@vexil/db/schema/challenge';
import { type NewNoticeRow, type NoticeRow, notices } from '@vexil/db/schema/notice';
import { and, desc, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';

/** Unannounced bloods after the freeze; bloods announced before the freeze was set stay visible. */
const isWithheld = (frozenAt: Date) =>
  and(inArray(notices.type, [...bloodTypes]), isNull(notices.announcedAt), gt(notices.publishedAt, frozenAt)) as SQL;

/** Those that are shown, of any games. */
export const listShownNotices = (db: Executor, ids: readonly number[]): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(inArray(notices.id, [...ids]), isShownNotice));

/** Published notices: those of organisers first, pinned ones before, then the others; each newest first. `frozenAt` leaves out withheld bloods. */
export function listNotices(db: Executor, gameId: number, frozenAt: Date | null): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notices)
    .where(and(eq(notices.gameId, gameId), isShownNotice, frozenAt ? not(isWithheld(frozenAt)) : undefined))
    .orderBy(desc(eq(notices.type, 'Normal')), desc(notices.pinned), desc(notices.publishedAt), desc(notices.id));
}

export function listOrganiserNotices(db: Executor, gameId: number): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notices)
    .where(and(eq(notices.gameId, gameId), eq(notices.type, 'Normal')))
    .orderBy(desc(notices.publishedAt), desc(notices.id));
}

export async function findOrganiserNotice(
  db: Executor,
  gameId: number,
  noticeId: number,
): Promise<NoticeRow | undefined> {
  const [row] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.gameId, gameId), eq(notices.type, 'Normal')));
  return row;
}

/** Kept until the transaction ends. */
export async function hasChallenge(tx: Tx, gameId: number, challengeId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: challenges.id })
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId)))
    .for('key share');
  return rows.length > 0;
}

export async function insertNotice(tx: Tx, values: NewNoticeRow): Promise<NoticeRow> {
  const [row] = await tx.insert(notices).values(values).returning();
  invariant(row, 'An inserted notice is returned.');
  return row;
}

export async function lockOrganiserNotice(tx: Tx, gameId: number, noticeId: number): Promise<NoticeRow> {
  const [row] = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.gameId, gameId)))
    .for('update');
  if (!row) throw new DomainError('notice.notFound');
  if (row.type !== 'Normal') throw new DomainError('notice.notNormal');
  return row;
}

export async function updateNoticeRow(tx: Tx, noticeId: number, values: Partial<NewNoticeRow>): Promise<NoticeRow> {
  const version = sql`${notices.version} + 1`;
  const [row] = await tx
    .update(notices)
    .set({ ...values, version })
    .where(eq(notices.id, noticeId))
    .returning();
  invariant(row, 'A locked notice exists.');
  return row;
}

export async function deleteNoticeRow(tx: Tx, noticeId: number): Promise<void> {
  await tx.delete(notices).where(eq(notices.id, noticeId));
}

/** The news of a challenge; what was won and said about it stays, for when it is enabled again. */
export async function deleteReleaseNotices(tx: Tx, challengeId: number): Promise<void> {
  await tx.delete(notices).where(and(eq(notices.challengeId, challengeId), eq(notices.type, 'NewChallenge')));
}
