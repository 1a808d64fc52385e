import { listNoticesOfChallenge, lockShownNotice, markAnnounced } from '@vexil/data/notice/announce.queries';
import { noticeFact } from '@vexil/data/notice/notice-fact';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { Tx } from '@vexil/db';
import type { BaseDeps } from './deps';
import { publish } from './live';
import { viewNotice } from './notice.view';
import type { Work } from './transaction';

type AnnounceDeps = Pick<BaseDeps, 'redis' | 'keyPrefix' | 'clock'>;

/**
 * Publishes the notice as it is now, once its game has started. The lock is held until the end of the transaction, so that
 * the message of a later change or deletion follows this one.
 */
export async function announceIn(deps: AnnounceDeps, tx: Tx, id: number): Promise<void> {
  const now = deps.clock.now();
  const notice = await lockShownNotice(tx, id, now);
  if (!notice) return;
  const isFirst = notice.announcedAt === null;
  await publish(deps, `game:${notice.gameId}`, isFirst ? 'ReceivedGameNotice' : 'NoticeChanged', viewNotice(notice));
  if (!isFirst) return;
  await markAnnounced(tx, id, now);
  await storeWebhookFacts(tx, [noticeFact(notice)]);
}

/** After the commit that changed it. */
export const announceNotice = (deps: AnnounceDeps & Pick<BaseDeps, 'db'>, id: number): Promise<void> =>
  deps.db.transaction((tx) => announceIn(deps, tx, id));

/** Those of a challenge that is enabled again. */
export async function restoreNotices(
  deps: AnnounceDeps & Pick<BaseDeps, 'db' | 'topics'>,
  work: Work,
  { gameId, challengeId }: { gameId: number; challengeId: number },
): Promise<void> {
  const kept = await listNoticesOfChallenge(work.tx, challengeId);
  if (kept.length === 0) return;
  work.changes(`notices:${gameId}`);
  work.after(async () => {
    for (const { id, announcedAt } of kept) if (announcedAt !== null) await announceNotice(deps, id);
  });
}
