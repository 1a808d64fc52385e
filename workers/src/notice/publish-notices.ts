import { announceNotice } from '@vexil/runtime/notice-announce';
import { inTransaction } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';
import { publishDueNotices } from './notice.queries';

const batchSize = 200;

/** Planned notices whose time has come. One whose game has not started is announced at the start, by the sweep. */
export async function publishNotices(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps, async (work) => {
    const published = await publishDueNotices(work.tx, now, batchSize);
    if (published.length === 0) return;
    const gameIds = [...new Set(published.map(({ gameId }) => gameId))];
    work.changes(...gameIds.map((id) => `notices:${id}` as const));
    work.after(async () => {
      for (const { id } of published) await announceNotice(deps, id);
    });
  });
}
