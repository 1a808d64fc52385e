import { advanceTopics } from '@vexil/db/schema/topic-version';
import { announceIn } from '@vexil/runtime/notice-announce';
import { publishTopics } from '@vexil/runtime/topics';
import type { WorkerDeps } from '../deps';
import { listUnannouncedBloods, lockBloodNotices } from './notice.queries';

/**
 * In stored order, each once: judge, reveal and sweep take the same lock. `publicIds` are notices of solves from before
 * a freeze that were judged after it.
 */
export async function announceBloods(
  deps: Pick<WorkerDeps, 'db' | 'redis' | 'keyPrefix' | 'topics' | 'clock'>,
  gameId: number,
  publicIds: readonly number[] = [],
): Promise<void> {
  const versions = await deps.db.transaction(async (tx) => {
    await lockBloodNotices(tx, gameId);
    const bloods = await listUnannouncedBloods(tx, gameId, deps.clock.now(), publicIds);
    for (const { id } of bloods) await announceIn(deps, tx, id);
    // An announced blood is listed during a freeze too.
    return bloods.length === 0 ? [] : advanceTopics(tx, [`notices:${gameId}`]);
  });
  await publishTopics(deps, versions);
}
