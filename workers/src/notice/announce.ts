import type { Tx } from '@vexil/db';
import type { NoticeRow } from '@vexil/db/schema/notice';
import { storeWebhookFacts } from '@vexil/db/webhook-outbox';
import { publish } from '@vexil/runtime/live';
import { viewNotice } from '@vexil/runtime/notice.view';
import { noticeFact } from '@vexil/runtime/notice-fact';
import type { WorkerDeps } from '../deps';
import { setAnnounced } from './notice.queries';

/** In a transaction, so that webhooks report exactly what was announced. */
export async function announce(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'clock'> & { db: Tx },
  notice: NoticeRow,
): Promise<void> {
  await publish(deps, `game:${notice.gameId}`, 'ReceivedGameNotice', viewNotice(notice));
  const isFirst = await setAnnounced(deps.db, notice.id, deps.clock.now());
  if (isFirst) await storeWebhookFacts(deps.db, [noticeFact(notice)]);
}
