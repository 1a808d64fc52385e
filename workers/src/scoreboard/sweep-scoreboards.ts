import { freezeOptions, scoreboardJobs } from '@vexil/contract/scoreboard';
import { games } from '@vexil/db/schema/game';
import { addJob } from '@vexil/runtime/queues';
import { boardKeys } from '@vexil/runtime/scoreboard.store';
import { and, gte, lte } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';

/** How long after its end a game is still looked after; a board that is not published is made when somebody asks. */
const lookAfterMs = 7 * 24 * 3600 * 1000;
/** More than the pause between two sweeps: a freeze whose job was lost, or never added, is planned again before it comes. */
const freezeAheadMs = 120_000;
/** After its end little changes, and a whole board is much to compute for nothing. */
const endedEverySeconds = 600;

/**
 * Has the boards of current games compared with the facts: a crash can fall between a change and its job. Large ones are
 * compared less often; in between they are asked for new solves, which costs little.
 */
export async function sweepScoreboards(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  const current = await deps.db
    .select({ id: games.id, endAt: games.endAt, freezeAt: games.freezeAt })
    .from(games)
    .where(and(lte(games.startAt, now), gte(games.endAt, new Date(now.getTime() - lookAfterMs))));
  for (const { id, endAt, freezeAt } of current) {
    const untilFreezeMs = freezeAt === null ? 0 : freezeAt.getTime() - now.getTime();
    if (freezeAt !== null && untilFreezeMs > 0 && untilFreezeMs <= freezeAheadMs) {
      await addJob(deps, scoreboardJobs.freeze, { gameId: id }, freezeOptions(id, freezeAt, untilFreezeMs));
    }
    if (endAt < now && !(await isDue(deps, id))) continue;
    const isChecked = (await deps.redis.exists(boardKeys.checked(deps.keyPrefix, id))) === 1;
    await addJob(deps, isChecked ? scoreboardJobs.solves : scoreboardJobs.check, { gameId: id });
  }
}

async function isDue({ redis, keyPrefix }: WorkerDeps, gameId: number): Promise<boolean> {
  const key = boardKeys.looked(keyPrefix, gameId);
  return (await redis.set(key, '1', 'EX', endedEverySeconds, 'NX')) === 'OK';
}
