import type { Notice } from '@vexil/contract/notice';
import type { Executor } from '@vexil/db';
import { notices } from '@vexil/db/schema/notice';
import { publish } from '@vexil/runtime/live';
import { eq } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';

/** Pushes a stored notice to everybody at its game, and notes that this was done. */
export async function announce(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'clock'> & { db: Executor },
  gameId: number,
  notice: Notice,
): Promise<void> {
  await publish(deps, `game:${gameId}`, 'ReceivedGameNotice', notice);
  await deps.db.update(notices).set({ announcedAt: deps.clock.now() }).where(eq(notices.id, notice.id));
}
