import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';

interface Payload {
  gameId: number;
}
type Run = Pick<JobRun, 'repeated'>;

/** Brings the published board of a game up to the stored facts, whatever has changed. */
export function advanceScoreboard({ boards }: WorkerDeps, { gameId }: Payload, { repeated }: Run): Promise<void> {
  return boards.advance(gameId, { facts: true, check: false, repeated });
}

/** Adds new solves to the published board of a game. */
export function applyNewSolves({ boards }: WorkerDeps, { gameId }: Payload, { repeated }: Run): Promise<void> {
  return boards.advance(gameId, { facts: false, check: false, repeated });
}

/** Compares the published board of a game with the stored facts; where it is not what they give, it is published anew. */
export function checkScoreboard({ boards }: WorkerDeps, { gameId }: Payload, { repeated }: Run): Promise<void> {
  return boards.advance(gameId, { facts: false, check: true, repeated });
}
