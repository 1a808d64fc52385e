import type { Executor } from '@vexil/db';
import type { NoticeRow } from '@vexil/db/schema/notice';
import { publish } from '@vexil/runtime/live';
import type { WorkerDeps } from '../deps';
import { setAnnounced } from './notice.queries';

export async function announce(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'clock'> & { db: Executor },
  { id, gameId, type, values, publishedAt }: NoticeRow,
): Promise<void> {
  const notice = { id, type, values, time: publishedAt.getTime() };
  await publish(deps, `game:${gameId}`, 'ReceivedGameNotice', notice);
  await setAnnounced(deps.db, id, deps.clock.now());
}
