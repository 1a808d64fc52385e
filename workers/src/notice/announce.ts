import type { Executor } from '@vexil/db';
import type { NoticeRow } from '@vexil/db/schema/notice';
import { publish } from '@vexil/runtime/live';
import { viewNotice } from '@vexil/runtime/notice.view';
import type { WorkerDeps } from '../deps';
import { setAnnounced } from './notice.queries';

export async function announce(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'clock'> & { db: Executor },
  notice: NoticeRow,
): Promise<void> {
  await publish(deps, `game:${notice.gameId}`, 'ReceivedGameNotice', viewNotice(notice));
  await setAnnounced(deps.db, notice.id, deps.clock.now());
}
