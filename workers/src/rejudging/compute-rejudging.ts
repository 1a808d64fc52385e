import {
  deleteVerdicts,
  digestFlags,
  digestPairs,
  findOpenRejudging,
  insertVerdicts,
  listSolveChanges,
  lockOpenRejudging,
  updateRejudging,
} from '@vexil/data/rejudging/rejudging.queries';
import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { changeSolves, compareBoards } from '@vexil/rules/rejudging.rules';
import { computeScoreboard, stands } from '@vexil/rules/scoreboard.rules';
import type { BaseDeps } from '@vexil/runtime/deps';
import { judgeAgain, takeRests } from '@vexil/runtime/judge-again';

/** What its process opens: to start is as dear as to judge. */
export type DraftDeps = Pick<BaseDeps, 'database' | 'db' | 'sealing' | 'log' | 'clock'>;

/** Verdicts that are stored at once. */
const portionSize = 250;

/** Judges the submissions of a draft again and stores what would change, for staff to apply or discard. */
export async function computeRejudging(deps: DraftDeps, { rejudgingId: id }: { rejudgingId: number }): Promise<void> {
  const draft = await findOpenRejudging(deps.db, id);
  if (!draft || draft.state === 'Ready') return;
  // Read first: where flags change while the draft is computed, it is found to be outdated.
  const flags = await digestFlags(deps.db, draft);
  const { submissions, kept, changes } = await judgeAgain(deps, draft, draft.takesBack);
  const rest = takeRests();
  const facts = await loadScoreboardFacts(deps.database.sql, draft.gameId, { rest });
  if (!facts) return;
  const asOf = latest(facts, deps.clock.now().getTime());
  const before = computeScoreboard(facts, asOf);
  await deps.db.transaction(async (tx) => {
    const open = await lockOpenRejudging(tx, id);
    if (!open || open.state === 'Ready') return;
    await deleteVerdicts(tx, id);
    const rest = takeRests();
    for (let from = 0; from < changes.length; from += portionSize) {
      await insertVerdicts(tx, id, changes.slice(from, from + portionSize));
      await rest();
    }
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
