import { rejudgingJobs } from '@vexil/contract/rejudging';
import {
  digestFlags,
  digestPairs,
  findOpenRejudging,
  listSolveChanges,
  listUncomputed,
  lockOpenRejudging,
  replaceVerdicts,
  updateRejudging,
} from '@vexil/data/rejudging/rejudging.queries';
import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { changeSolves, compareBoards } from '@vexil/rules/rejudging.rules';
import { computeScoreboard, stands } from '@vexil/rules/scoreboard.rules';
import type { BaseDeps } from '@vexil/runtime/deps';
import { judgeAgain } from '@vexil/runtime/judge-again';
import { addJob } from '@vexil/runtime/queues';
import { inTransaction } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';

/** Judges the submissions of a draft again and stores what would change, for staff to apply or discard. */
export async function computeRejudging(deps: BaseDeps, { rejudgingId: id }: { rejudgingId: number }): Promise<void> {
  const draft = await findOpenRejudging(deps.db, id);
  if (!draft || draft.state === 'Ready') return;
  // Read first: where flags change while the draft is computed, it is found to be outdated.
  const flags = await digestFlags(deps.db, draft);
  const { submissions, kept, changes } = await judgeAgain(deps, draft, draft.takesBack);
  const facts = await loadScoreboardFacts(deps.database.sql, draft.gameId);
  if (!facts) return;
  const asOf = latest(facts, deps.clock.now().getTime());
  const before = computeScoreboard(facts, asOf);
  await inTransaction(deps, async ({ tx }) => {
    const open = await lockOpenRejudging(tx, id);
    if (!open || open.state === 'Ready') return;
    await replaceVerdicts(tx, id, changes);
    const now = deps.clock.now();
    const solves = changeSolves(facts.solves.filter(stands), await listSolveChanges(tx, id));
    const { teams, bloods } = compareBoards(before, computeScoreboard({ ...facts, solves }, asOf));
    const effect = {
      ...{ submissions, changed: changes.length, kept, teams: teams.length },
      gains: teams.filter(({ scoreBefore, scoreAfter }) => scoreAfter > scoreBefore).length,
      losses: teams.filter(({ scoreBefore, scoreAfter }) => scoreAfter < scoreBefore).length,
      bloods,
    };
    const digest = `${flags}${await digestPairs(tx, id)}`;
    await updateRejudging(tx, id, { state: 'Ready', digest, effect, teams, computedAt: now });
  });
}

/** Clocks differ: a board must not precede its solves. */
const latest = ({ solves }: StoredScoreboardFacts, now: number): number =>
  solves.reduce((last, { time }) => Math.max(last, time), now);

export async function sweepRejudgings(deps: WorkerDeps): Promise<void> {
  for (const { id } of await listUncomputed(deps.db)) await addJob(deps, rejudgingJobs.compute, { rejudgingId: id });
}
