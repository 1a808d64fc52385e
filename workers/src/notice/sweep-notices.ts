import { announceIn } from '@vexil/runtime/notice-announce';
import type { WorkerDeps } from '../deps';
import { announceBloods } from './announce-bloods';
import { listGamesWithUnannouncedBloods, lockUnannouncedNotices } from './notice.queries';
import { publishNotices } from './publish-notices';

/** Notices are announced right after their commit; older unannounced ones were left by a crash. */
const graceMs = 5_000;
const batchSize = 200;

/** None before its game starts, no blood during a freeze. */
export async function sweepNotices(deps: WorkerDeps): Promise<void> {
  await publishNotices(deps);
  const now = deps.clock.now();
  const before = new Date(now.getTime() - graceMs);
  await deps.db.transaction(async (tx) => {
    const left = await lockUnannouncedNotices(tx, before, now, batchSize);
    for (const { id } of left) await announceIn(deps, tx, id);
  });
  for (const gameId of await listGamesWithUnannouncedBloods(deps.db, before, now)) await announceBloods(deps, gameId);
}
