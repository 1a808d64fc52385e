// The waiting submissions of one partition of a game are judged together, in order of arrival. The judged ones are always a
// prefix of each challenge's submissions, so board, notices and events agree on who was first.

import { setTimeout as pause } from 'node:timers/promises';
import { listBloodCandidates, loadDivisions } from '@vexil/data/submission/to-judge.queries';
import type { SqlTx } from '@vexil/db';
import { findBloods, judge, type Verdict, type WaitingSubmission } from '@vexil/rules/judge.rules';
import { gameNow } from '@vexil/rules/pause.rules';
import { bloodPlaces } from '@vexil/rules/score.rules';
import { groupOf } from '@vexil/rules/scoreboard.group.rules';
import { applyFlagRules } from '@vexil/runtime/flag-rules';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { logVerdicts } from './judge.log';
import { publishRefetch, publishVerdicts } from './judge.messages';
import {
  type ArrivalMark,
  type JudgedChallenge,
  type JudgePartition,
  listWaiting,
  loadChallenges,
  lockJudging,
  readArrivalMarks,
} from './judge.queries';
import { type Blood, type StoredVerdicts, storeVerdicts } from './verdict.queries';

export const batchSize = 2_000;

// Under load the next batch is delayed a little, because fewer and larger batches cost less. A single submission is judged
// at once.
const burstSize = 4;
const burstBatches = 3;
const burstDelayMs = 40;
/** After a batch that took longer than the delay, the pause is as long as the batch was, up to this. */
const burstDelayMsMax = 200;
/** Batches per job, so that other jobs get a worker; later submissions have queued their own job. */
const batchesMax = 10;

interface JudgedBatch {
  gameId: number;
  challenges: ReadonlyMap<number, JudgedChallenge>;
  verdicts: Verdict[];
  stored: StoredVerdicts;
}

/** Each submission gets exactly one verdict, however often and in however many workers this runs. */
export async function judgeSubmissions(deps: WorkerDeps, partition: JudgePartition, run: JobRun): Promise<void> {
  for (let count = 0; count < batchesMax && !run.signal.aborted; ) {
    const startedAt = performance.now();
    const marks = await readArrivalMarks(deps.database.sql, partition);
    if (marks.length === 0) break;
    const batch = await judgeBatch(deps, partition, marks);
    const size = batch?.verdicts.length ?? 0;
    if (batch) {
      countVerdicts(deps, batch);
      await publishVerdicts(deps, batch);
      logVerdicts(deps, batch);
    }
    // A full batch means that submissions were left over which no other job will pick up, so it does not count.
    if (size < batchSize) count += 1;
    if (size < batchSize && (size >= burstSize || count >= burstBatches)) {
      const tookMs = performance.now() - startedAt;
      await pause(Math.min(burstDelayMsMax, Math.max(burstDelayMs, tookMs)));
    }
  }
  if (run.repeated) await publishRefetch(deps, partition.gameId);
}

function countVerdicts({ metrics, clock }: WorkerDeps, { verdicts }: JudgedBatch): void {
  const now = clock.now().getTime();
  const counts = new Map<Verdict['result'], number>();
  for (const { result, submission } of verdicts) {
    counts.set(result, (counts.get(result) ?? 0) + 1);
    metrics.verdictSeconds.observe(Math.max(0, now - submission.time) / 1000);
  }
  for (const [result, count] of counts) metrics.verdicts.inc({ result }, count);
}

/** Judges the oldest waiting submissions up to the marks in one transaction; null when there are none. */
async function judgeBatch(
  deps: WorkerDeps,
  { gameId }: JudgePartition,
  marks: readonly ArrivalMark[],
): Promise<JudgedBatch | null> {
  return deps.database.sql.begin(async (tx) => {
    // Pipelined on one connection: the rows are read after the locks are held.
    const [, challenges, waiting] = await Promise.all([
      lockJudging(tx, marks),
      loadChallenges(tx, marks),
      listWaiting(tx, marks, batchSize),
    ]);
    if (waiting.length === 0) return null;
    const verdicts = judge(await applyFlagRules(deps, tx, challenges, waiting));
    const now = deps.clock.now();
    const bloods = await listBloods(tx, gameId, challenges, verdicts, now);
    return { gameId, challenges, verdicts, stored: await storeVerdicts(tx, gameId, challenges, verdicts, bloods, now) };
  });
}

/** In order of arrival; none after the end. Most solves need no query. */
async function listBloods(
  tx: SqlTx,
  gameId: number,
  challenges: ReadonlyMap<number, JudgedChallenge>,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<Blood[]> {
  const solves = verdicts.filter((one) => one.solves).map(({ submission }) => submission);
  const hasPlace = ({ bloodCounts, aloneIds }: JudgedChallenge, { divisionId }: WaitingSubmission) =>
    (bloodCounts[groupOf(divisionId, new Set(aloneIds))] ?? 0) < bloodPlaces;
  const open = [...challenges.values()].filter(
    (one) =>
      gameNow(one, now.getTime()) < one.end &&
      solves.some((solve) => solve.challengeId === one.id && hasPlace(one, solve)),
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
