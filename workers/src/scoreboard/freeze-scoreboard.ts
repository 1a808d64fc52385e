import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';

/** At the moment of a freeze: from here on the game has a board of its own for the public. */
export async function freezeScoreboard(deps: WorkerDeps, { gameId }: { gameId: number }): Promise<void> {
  await addJob(deps, scoreboardJobs.advance, { gameId });
}
