// A board that takes up new solves: the cost of a solve is that of the rows it changes, which are those of the teams that
// solved the challenge, and of one pass over the ranks. What is changed is replaced and never altered, so boards given out
// earlier stay as they were, and what did not change is the same object.

import { challengePermissions, type DivisionPermissions } from './permission.rules';
import { bloodPlaces, challengeScore, normaliseBloodBonus, solvePoints, typeOfPlace } from './score.rules';
import {
  assembleOrdered,
  compareRows,
  insertSolve,
  type Scoreboard,
  type ScoreboardChallenge,
  type ScoreboardRow,
} from './scoreboard.board.rules';
import { noChanges, type ScoreboardChanges } from './scoreboard.delta.rules';
import {
  type ChallengeFacts,
  divisionPermissions,
  type ParticipationFacts,
  type ScoreboardFacts,
  type SolveFacts,
  solveEligibility,
} from './scoreboard.rules';

interface Entrant {
  teamId: number;
  division: DivisionPermissions | undefined;
}

interface Task {
  facts: ChallengeFacts;
  board: ScoreboardChallenge;
  /** Whether the solve of each team scores. */
  solvers: Map<number, boolean>;
  /** The greatest submission of its solves, whether they are on the board or not; 0 when there is none. */
  lastSubmissionId: number;
}

export interface HeldScoreboard {
  board: Scoreboard;
  readonly game: ScoreboardFacts['game'];
  /** By participation; those that are on the board. */
  readonly entrants: ReadonlyMap<number, Entrant>;
  /** By challenge; those that are on the board. */
  readonly tasks: ReadonlyMap<number, Task>;
}

/** What is needed of the facts: names and pictures stand in the board. */
export type HeldFacts = Omit<ScoreboardFacts, 'participations'> & {
  participations: readonly Pick<ParticipationFacts, 'id' | 'teamId' | 'divisionId' | 'status'>[];
};

/** Holds the board that `computeScoreboard` gave for these facts, as of a time after all their solves. */
export function holdScoreboard(facts: HeldFacts, board: Scoreboard): HeldScoreboard {
  const divisions = divisionPermissions(facts.divisions);
  const accepted = facts.participations.filter(({ status }) => status === 'Accepted');
  const entrants = new Map(
    accepted.map(({ id, teamId, divisionId }) => [
      id,
      { teamId, division: divisionId === null ? undefined : divisions.get(divisionId) },
    ]),
  );
  const shown = new Map(listChallenges(board).map((one) => [one.id, one]));
  const tasks = new Map<number, Task>();
  for (const one of facts.challenges) {
    const task = shown.get(one.id);
    if (task) tasks.set(one.id, { facts: one, board: task, solvers: new Map(), lastSubmissionId: 0 });
  }
  const held = { board, game: facts.game, entrants, tasks };
  for (const solve of facts.solves) takeUp(held, solve);
  return held;
}

/**
 * Adds solves that came after those already held, those of one challenge in order of arrival, and gives what they change;
 * null when that is nothing. The board is then the one `computeScoreboard` gives for all facts as of `asOf`, which must
 * not lie before any solve. Solves that are held already are left out.
 */
export function applySolves(
  held: HeldScoreboard,
  solves: readonly SolveFacts[],
  asOf: number,
): ScoreboardChanges | null {
  const changes = noChanges(asOf);
  const touched = new Map<number, { task: Task; before: ScoreboardChallenge }>();
  const edits = new Map<number, Set<number>>();
  const edit = (teamId: number, challengeId: number) => {
    const ids = edits.get(teamId);
    if (ids) ids.add(challengeId);
    else edits.set(teamId, new Set([challengeId]));
  };

  const added = new Map<number, SolveFacts[]>();
  for (const solve of [...solves].sort((a, b) => a.submissionId - b.submissionId)) {
    const taken = takeUp(held, solve);
    if (!taken) continue;
    const { task, teamId, eligibility } = taken;
    const { challengeId, userName, time } = solve;
    if (!touched.has(challengeId)) touched.set(challengeId, { task, before: task.board });
    task.board = credit(task.board, eligibility, { id: teamId, name: '', avatar: null, submitTimeUtc: time });
    changes.solves.push({ teamId, challengeId, userName, time, scores: eligibility.scores });
    const list = added.get(teamId);
    if (list) list.push(solve);
    else added.set(teamId, [solve]);
  }
  if (changes.solves.length === 0) return null;

  for (const [challengeId, { task, before }] of touched) {
    task.board = { ...task.board, score: challengeScore(task.facts, task.board.solved) };
    const { score, solved, bloods } = task.board;
    changes.challenges.push({ id: challengeId, score, solved, bloods: bloods.map(({ id }) => id), info: null });
    if (score !== before.score) for (const teamId of task.solvers.keys()) edit(teamId, challengeId);
  }
  const rows = changeRows(held, edits, added, changes);
  for (const { task, before } of touched.values()) task.board = nameBloods(task.board, before, rows);
  held.board = assembleOrdered({
    updateTimeUtc: asOf,
    bloodBonus: held.board.bloodBonus,
    divisions: held.board.divisions,
    challenges: [...held.tasks.values()].map(({ board }) => board),
    rows: mergeRows(held.board.items, rows),
  });
  return changes;
}

/** Where to look for new solves: for each challenge on the board, the greatest submission of the solves held. */
export function heldCursors(held: HeldScoreboard): { challengeId: number; submissionId: number }[] {
  return [...held.tasks].map(([challengeId, { lastSubmissionId }]) => ({
    challengeId,
    submissionId: lastSubmissionId,
  }));
}

/** Marks a solve as held; undefined when it changes nothing. */
function takeUp({ game, entrants, tasks }: Omit<HeldScoreboard, 'board'>, solve: SolveFacts) {
  const task = tasks.get(solve.challengeId);
  if (!task) return undefined;
  task.lastSubmissionId = Math.max(task.lastSubmissionId, solve.submissionId);
  const entrant = entrants.get(solve.participationId);
  if (!entrant || task.solvers.has(entrant.teamId)) return undefined;
  const mask = challengePermissions(entrant.division, solve.challengeId);
  const eligibility = solveEligibility(game, task.facts, mask, solve.time);
  task.solvers.set(entrant.teamId, eligibility.scores);
  return { task, teamId: entrant.teamId, eligibility };
}

function credit(
  board: ScoreboardChallenge,
  { counts, takesBlood }: { counts: boolean; takesBlood: boolean },
  blood: ScoreboardChallenge['bloods'][number],
): ScoreboardChallenge {
  const solved = board.solved + (counts ? 1 : 0);
  const bloods = takesBlood && board.bloods.length < bloodPlaces ? [...board.bloods, blood] : board.bloods;
  return { ...board, solved, bloods };
}

/** The rows that change, by team: those with new solves, and those whose points follow the value of a challenge. */
function changeRows(
  held: HeldScoreboard,
  edits: ReadonlyMap<number, ReadonlySet<number>>,
  added: ReadonlyMap<number, readonly SolveFacts[]>,
  changes: ScoreboardChanges,
): Map<number, ScoreboardRow> {
  const rows = new Map<number, ScoreboardRow>();
  for (const row of held.board.items) {
    const repriced = edits.get(row.id);
    const solves = added.get(row.id);
    if (!repriced && !solves) continue;
    const solvedChallenges = row.solvedChallenges.map((solve) => {
      if (!repriced?.has(solve.id)) return solve;
      const { score, scores } = price(held, row.id, solve.id);
      // A client takes a solve worth nothing for one that does not score.
      if (scores && score !== 0 && solve.score === 0) {
        changes.points.push({ teamId: row.id, challengeId: solve.id, points: score });
      }
      return solve.score === score ? solve : { ...solve, score };
    });
    let { lastSubmissionTime } = row;
    for (const { challengeId: id, userName, time } of solves ?? []) {
      const { score, type, scores } = price(held, row.id, id);
      insertSolve(solvedChallenges, { id, score, type, userName, time });
      if (scores) lastSubmissionTime = Math.max(lastSubmissionTime, time);
    }
    const score = solvedChallenges.reduce((sum, one) => sum + one.score, 0);
    rows.set(row.id, { ...row, score, lastSubmissionTime, solvedChallenges, solvedCount: solvedChallenges.length });
  }
  return rows;
}

function price({ game, tasks }: HeldScoreboard, teamId: number, challengeId: number) {
  const task = tasks.get(challengeId);
  const scores = task?.solvers.get(teamId) ?? false;
  const type = typeOfPlace(task?.board.bloods.findIndex(({ id }) => id === teamId) ?? -1);
  const score = task && scores ? solvePoints(task.board.score, type, normaliseBloodBonus(game.bloodBonus)) : 0;
  return { score, type, scores };
}

/** Gives the teams of new bloods their names and pictures, which stand in their rows. */
function nameBloods(
  board: ScoreboardChallenge,
  before: ScoreboardChallenge,
  rows: ReadonlyMap<number, ScoreboardRow>,
): ScoreboardChallenge {
  if (board.bloods === before.bloods) return board;
  const bloods = board.bloods.map((blood, place) => {
    const row = rows.get(blood.id);
    return place < before.bloods.length || !row ? blood : { ...blood, name: row.name, avatar: row.avatar };
  });
  return { ...board, bloods };
}

/** Rows in order with some replaced. Most stay where they are, so only those that changed are sorted. */
function mergeRows(items: readonly ScoreboardRow[], changed: ReadonlyMap<number, ScoreboardRow>): ScoreboardRow[] {
  const moved = [...changed.values()].sort(compareRows);
  const merged: ScoreboardRow[] = [];
  let next = 0;
  for (const row of items) {
    if (changed.has(row.id)) continue;
    for (let one = moved[next]; one && compareRows(one, row) < 0; one = moved[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(row);
  }
  for (; next < moved.length; next += 1) merged.push(moved[next] as ScoreboardRow);
  return merged;
}

function listChallenges(board: Scoreboard): ScoreboardChallenge[] {
  return Object.values(board.challenges).flat();
}
