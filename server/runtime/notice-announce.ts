import type { Executor, Tx } from '@vexil/db';
import { games } from '@vexil/db/schema/game';
import { isShownNotice, type NoticeRow, notices } from '@vexil/db/schema/notice';
import { storeWebhookFacts } from '@vexil/db/webhook-outbox';
import { and, eq, getTableColumns, lte } from 'drizzle-orm';
import type { BaseDeps } from './deps';
import { publish } from './live';
import { viewNotice } from './notice.view';
import { noticeFact } from './notice-fact';
import { changeTopics } from './topics';
import type { AfterCommit } from './transaction';

type AnnounceDeps = Pick<BaseDeps, 'redis' | 'keyPrefix' | 'clock'>;

/**
 * Publishes the notice as it is now, once its game has started. The lock is held until the end of the transaction, so that
 * the message of a later change or deletion follows this one.
 */
export async function announceIn(deps: AnnounceDeps, tx: Tx, id: number): Promise<void> {
  const now = deps.clock.now();
  const [notice] = await tx
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(games, eq(games.id, notices.gameId))
    .where(and(eq(notices.id, id), isShownNotice, lte(games.startAt, now)))
    .for('no key update', { of: notices });
  if (!notice) return;
  const isFirst = notice.announcedAt === null;
  await publish(deps, `game:${notice.gameId}`, isFirst ? 'ReceivedGameNotice' : 'NoticeChanged', viewNotice(notice));
  if (!isFirst) return;
  await tx.update(notices).set({ announcedAt: now }).where(eq(notices.id, id));
  await storeWebhookFacts(tx, [noticeFact(notice)]);
}

/** After the commit that changed it. */
export const announceNotice = (deps: AnnounceDeps & Pick<BaseDeps, 'db'>, id: number): Promise<void> =>
  deps.db.transaction((tx) => announceIn(deps, tx, id));

export const listNoticesOfChallenge = (
  db: Executor,
  challengeId: number,
): Promise<Pick<NoticeRow, 'id' | 'announcedAt'>[]> =>
  db
    .select({ id: notices.id, announcedAt: notices.announcedAt })
    .from(notices)
    .where(eq(notices.challengeId, challengeId));

/** Those of a challenge that is enabled again. */
export async function restoreNotices(
  deps: AnnounceDeps & Pick<BaseDeps, 'db' | 'topics'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { gameId, challengeId }: { gameId: number; challengeId: number },
): Promise<void> {
  const kept = await listNoticesOfChallenge(tx, challengeId);
  if (kept.length === 0) return;
  await changeTopics(deps, tx, afterCommit, [`notices:${gameId}`]);
  afterCommit(async () => {
    for (const { id, announcedAt } of kept) if (announcedAt !== null) await announceNotice(deps, id);
  });
}
