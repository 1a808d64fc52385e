// All that waits in a lane of a game is judged together, in order of arrival. What has been judged is always a prefix of the
// submissions of each challenge, so that the first right answer is the first for the board, the notices and the events
// alike.

import { setTimeout as pause } from 'node:timers/promises';
import type { SqlTx } from '@vexil/db';
import { bloodPlaces } from '@vexil/rules/score.rules';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { findBloods, judge, type Verdict } from './judge';
import { logVerdicts } from './judge.log';
import { tellToRefetch, tellVerdicts } from './judge.messages';
import {
  type ArrivalMark,
  type JudgedChallenge,
  type JudgedLane,
  listBloodCandidates,
  listWaiting,
  loadChallenges,
  loadDivisions,
  lockJudging,
  readArrivalMarks,
} from './judge.queries';
import { type Blood, type StoredVerdicts, storeVerdicts } from './judge.store';

export const batchSize = 2_000;

// In a flood what comes next is gathered for a moment, because fewer and larger batches cost less. A flood is a batch of so
// many answers, or batch after batch; a lone answer is judged at once.
const floodSize = 4;
const floodBatches = 3;
const gatherMs = 40;
/** Batches of one job; then others have their turn. What still waits has a job of its own. */
const batchesMax = 10;

interface JudgedBatch {
  gameId: number;
  challenges: ReadonlyMap<number, JudgedChallenge>;
  verdicts: Verdict[];
  stored: StoredVerdicts;
}

/**
 * Judges every submission of the lane that had arrived when it looked, and goes on while it finds any; each gets one
 * verdict, however often and in however many workers this runs. Later ones have a job of their own waiting.
 */
export async function judgeSubmissions(deps: WorkerDeps, lane: JudgedLane, run: JobRun): Promise<void> {
  for (let count = 0; count < batchesMax && !run.signal.aborted; ) {
    const marks = await readArrivalMarks(deps.database.sql, lane);
    if (marks.length === 0) break;
    const batch = await judgeBatch(deps, lane, marks);
    const size = batch?.verdicts.length ?? 0;
    if (batch) {
      await tellVerdicts(deps, batch);
      logVerdicts(deps, batch);
    }
    // A full batch says that more had arrived before, and those are left to no other job.
    if (size < batchSize) count += 1;
    if (size < batchSize && (size >= floodSize || count >= floodBatches)) await pause(gatherMs);
  }
  if (run.repeated) await tellToRefetch(deps, lane.gameId);
}

/** Judges the oldest that wait, up to the marks, in one transaction; null when none is left. */
async function judgeBatch(
  deps: WorkerDeps,
  { gameId }: JudgedLane,
  marks: readonly ArrivalMark[],
): Promise<JudgedBatch | null> {
  return deps.database.sql.begin(async (tx) => {
    // Sent together: the rows are read by a statement that begins when the locks are held.
    const [, challenges, waiting] = await Promise.all([
      lockJudging(tx, marks),
      loadChallenges(tx, marks),
      listWaiting(tx, marks, batchSize),
    ]);
    if (waiting.length === 0) return null;
    const verdicts = judge(waiting);
    const now = deps.clock.now();
    const bloods = await listBloods(tx, gameId, challenges, verdicts, now);
    return { gameId, challenges, verdicts, stored: await storeVerdicts(tx, challenges, verdicts, bloods, now) };
  });
}

/** The bloods to announce, in order of arrival; none once the game is over, and no query for most solves. */
async function listBloods(
  tx: SqlTx,
  gameId: number,
  challenges: ReadonlyMap<number, JudgedChallenge>,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<Blood[]> {
  const solves = verdicts.filter((one) => one.solves).map(({ submission }) => submission);
  const solved = new Set(solves.map(({ challengeId }) => challengeId));
  const open = [...challenges.values()].filter(
    ({ id, end, bloodCount }) => solved.has(id) && now.getTime() < end && bloodCount < bloodPlaces,
  );
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const [divisions, earlier] = await Promise.all([loadDivisions(tx, gameId, ids), listBloodCandidates(tx, ids)]);
  const bloods = open.flatMap((challenge) => {
    const ofChallenge = ({ challengeId }: { challengeId: number }) => challengeId === challenge.id;
    const found = findBloods(
      { game: challenge, challenge, divisions },
      earlier.filter(ofChallenge),
      solves.filter(ofChallenge),
    );
    return found.map((blood) => ({ ...blood, challenge }));
  });
  return bloods.sort((a, b) => a.solve.id - b.solve.id);
}
