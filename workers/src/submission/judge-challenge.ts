// All that waits on one challenge is judged together, in order of arrival. What has been judged is always a prefix of the
// challenge's submissions, so that the first right answer is the first for the board, the notices and the events alike.

import type { SqlTx } from '@vexil/db';
import { bloodPlaces } from '@vexil/server/contract/score.rules';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { findBloods, judge, type Verdict } from './judge';
import { logVerdicts } from './judge.log';
import { tellToRefetch, tellVerdicts } from './judge.messages';
import {
  countBloodNotices,
  findChallenge,
  type JudgedChallenge,
  listBloodCandidates,
  listFlagOwners,
  listSharedFlags,
  listWaiting,
  loadDivisions,
  lockJudging,
  readArrivalMark,
} from './judge.queries';
import { type Blood, type StoredVerdicts, storeVerdicts } from './judge.store';

export const batchSize = 2_000;

interface Batch {
  challenge: JudgedChallenge;
  verdicts: Verdict[];
  stored: StoredVerdicts;
}

/**
 * Judges every submission of the challenge that had arrived when it looked; each gets one verdict, however often and in
 * however many workers this runs. Later ones have a job of their own waiting.
 */
export async function judgeChallenge(
  deps: WorkerDeps,
  { challengeId }: { challengeId: number },
  run: Pick<JobRun, 'repeated'>,
): Promise<void> {
  const { sql } = deps.database;
  const mark = await readArrivalMark(sql, challengeId);
  for (let more = mark !== null; more; ) {
    const batch = await judgeBatch(deps, challengeId, mark ?? 0);
    if (batch) await tellVerdicts(deps, batch.challenge, batch.verdicts, batch.stored);
    if (batch) logVerdicts(deps, batch.challenge, batch.verdicts);
    more = batch?.verdicts.length === batchSize;
  }
  if (!run.repeated) return;
  const challenge = await findChallenge(sql, challengeId);
  if (challenge) await tellToRefetch(deps, challenge.gameId);
}

/** Judges the oldest that wait, up to the mark, in one transaction; null when none is left. */
async function judgeBatch(deps: WorkerDeps, challengeId: number, mark: number): Promise<Batch | null> {
  return deps.database.sql.begin(async (tx) => {
    await lockJudging(tx, challengeId);
    const challenge = await findChallenge(tx, challengeId);
    if (!challenge) return null;
    const [waiting, flagHashes] = await Promise.all([
      listWaiting(tx, challenge, mark, batchSize),
      listSharedFlags(tx, challenge),
    ]);
    if (waiting.length === 0) return null;
    const answers = waiting.map(({ answerHash }) => answerHash);
    const verdicts = judge({ type: challenge.type, flagHashes }, waiting, await listFlagOwners(tx, challenge, answers));
    const now = deps.clock.now();
    const bloods = await listBloods(tx, challenge, verdicts, now);
    return { challenge, verdicts, stored: await storeVerdicts(tx, challenge, verdicts, bloods, now) };
  });
}

/** The bloods to announce; none once the game is over, and no query for most solves. */
async function listBloods(
  tx: SqlTx,
  challenge: JudgedChallenge,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<Blood[]> {
  const solves = verdicts.filter((one) => one.solves).map(({ submission }) => submission);
  if (solves.length === 0 || now.getTime() >= challenge.end) return [];
  if ((await countBloodNotices(tx, challenge.id)) >= bloodPlaces) return [];
  const [divisions, earlier] = await Promise.all([loadDivisions(tx, challenge), listBloodCandidates(tx, challenge.id)]);
  const { start, end } = challenge;
  return findBloods({ game: { start, end }, challenge, divisions }, earlier, solves);
}
