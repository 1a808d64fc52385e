// A solve costs the rows of the challenge's solvers and one pass over the ranks. Changes replace objects and never
// alter them, so earlier boards stay valid and unchanged parts keep their identity.

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

interface Participant {
  teamId: number;
  division: DivisionPermissions | undefined;
}

interface ChallengeState {
  facts: ChallengeFacts;
  board: ScoreboardChallenge;
  /** Value: whether the solve scores. */
  solvers: Map<number, boolean>;
}

export interface ScoreboardState {
  board: Scoreboard;
  readonly game: ScoreboardFacts['game'];
  readonly participants: ReadonlyMap<number, Participant>;
  readonly challenges: ReadonlyMap<number, ChallengeState>;
}

/** Names and pictures are in the board. */
export type StateFacts = Omit<ScoreboardFacts, 'participations'> & {
  participations: readonly Pick<ParticipationFacts, 'id' | 'teamId' | 'divisionId' | 'status'>[];
};

/** `board` must include all solves of the facts. */
export function createState(facts: StateFacts, board: Scoreboard): ScoreboardState {
  const divisions = divisionPermissions(facts.divisions);
  const accepted = facts.participations.filter(({ status }) => status === 'Accepted');
  const participants = new Map(
    accepted.map(({ id, teamId, divisionId }) => [
      id,
      { teamId, division: divisionId === null ? undefined : divisions.get(divisionId) },
    ]),
  );
  const shown = new Map(listChallenges(board).map((one) => [one.id, one]));
  const challenges = new Map<number, ChallengeState>();
  for (const one of facts.challenges) {
    const task = shown.get(one.id);
    if (task) challenges.set(one.id, { facts: one, board: task, solvers: new Map() });
  }
  const state = { board, game: facts.game, participants, challenges };
  for (const solve of facts.solves) addSolver(state, solve);
  return state;
}

/**
 * Solves of one challenge come in order of arrival, known ones are skipped; null when nothing changes. Equals
 * `computeScoreboard` of all facts as of `asOf`, which must not precede any solve.
 */
export function applySolves(
  state: ScoreboardState,
  solves: readonly SolveFacts[],
  asOf: number,
): ScoreboardChanges | null {
  const changes = noChanges(asOf);
  const touched = new Map<number, { task: ChallengeState; before: ScoreboardChallenge }>();
  const edits = new Map<number, Set<number>>();
  const edit = (teamId: number, challengeId: number) => {
    const ids = edits.get(teamId);
    if (ids) ids.add(challengeId);
    else edits.set(teamId, new Set([challengeId]));
  };

  const added = new Map<number, SolveFacts[]>();
  for (const solve of [...solves].sort((a, b) => a.submissionId - b.submissionId)) {
    const taken = addSolver(state, solve);
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
  const rows = changeRows(state, edits, added, changes);
  for (const { task, before } of touched.values()) task.board = nameBloods(task.board, before, rows);
  state.board = assembleOrdered({
    updateTimeUtc: asOf,
    bloodBonus: state.board.bloodBonus,
    divisions: state.board.divisions,
    challenges: [...state.challenges.values()].map(({ board }) => board),
    rows: mergeRows(state.board.items, rows),
  });
  return changes;
}

/** Shares the immutable board. */
export function copyState(state: ScoreboardState): ScoreboardState {
  const copies = [...state.challenges].map(([id, one]) => [id, { ...one, solvers: new Map(one.solvers) }] as const);
  return { ...state, challenges: new Map(copies) };
}

function addSolver({ game, participants, challenges }: Omit<ScoreboardState, 'board'>, solve: SolveFacts) {
  const task = challenges.get(solve.challengeId);
  if (!task) return undefined;
  const participant = participants.get(solve.participationId);
  if (!participant || task.solvers.has(participant.teamId)) return undefined;
  const mask = challengePermissions(participant.division, solve.challengeId);
  const eligibility = solveEligibility(game, task.facts, mask, solve.time);
  task.solvers.set(participant.teamId, eligibility.scores);
  return { task, teamId: participant.teamId, eligibility };
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

/** Rows with new solves, and rows whose points follow a challenge's value. */
function changeRows(
  state: ScoreboardState,
  edits: ReadonlyMap<number, ReadonlySet<number>>,
  added: ReadonlyMap<number, readonly SolveFacts[]>,
  changes: ScoreboardChanges,
): Map<number, ScoreboardRow> {
  const rows = new Map<number, ScoreboardRow>();
  for (const row of state.board.items) {
    const repriced = edits.get(row.id);
    const solves = added.get(row.id);
    if (!repriced && !solves) continue;
    const solvedChallenges = row.solvedChallenges.map((solve) => {
      if (!repriced?.has(solve.id)) return solve;
      const { score, scores } = price(state, row.id, solve.id);
      // Clients take a solve worth 0 for one that does not score.
      if (scores && score !== 0 && solve.score === 0) {
        changes.points.push({ teamId: row.id, challengeId: solve.id, points: score });
      }
      return solve.score === score ? solve : { ...solve, score };
    });
    let { lastSubmissionTime } = row;
    for (const { challengeId: id, userName, time } of solves ?? []) {
      const { score, type, scores } = price(state, row.id, id);
      insertSolve(solvedChallenges, { id, score, type, userName, time });
      if (scores) lastSubmissionTime = Math.max(lastSubmissionTime, time);
    }
    const score = solvedChallenges.reduce((sum, one) => sum + one.score, 0);
    rows.set(row.id, { ...row, score, lastSubmissionTime, solvedChallenges, solvedCount: solvedChallenges.length });
  }
  return rows;
}

function price({ game, challenges }: ScoreboardState, teamId: number, challengeId: number) {
  const task = challenges.get(challengeId);
  const scores = task?.solvers.get(teamId) ?? false;
  const type = typeOfPlace(task?.board.bloods.findIndex(({ id }) => id === teamId) ?? -1);
  const score = task && scores ? solvePoints(task.board.score, type, normaliseBloodBonus(game.bloodBonus)) : 0;
  return { score, type, scores };
}

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

/** Only changed rows are sorted. */
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
