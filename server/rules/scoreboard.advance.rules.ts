// A solve costs the rows of the challenge's solvers. Ranks, timelines and lists are made when the board is asked for, once
// for all changes since. Changes replace objects and never alter them, so earlier boards stay valid and unchanged parts
// keep their identity.

import { challengePermissions, type DivisionPermissions } from './permission.rules';
import { bloodPlaces, shownBonus, solvePoints, typeOfPlace } from './score.rules';
import { challengeScore } from './score-curve.rules';
import {
  assembleOrdered,
  compareRows,
  insertSolve,
  lastScoringTime,
  type Scoreboard,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  totalScore,
} from './scoreboard.board.rules';
import { infoOf, noChanges, type ScoreboardChanges } from './scoreboard.delta.rules';
import {
  type ChallengeFacts,
  divisionPermissions,
  type ScoreboardFacts,
  type SolveFacts,
  solveEligibility,
  stands,
  startTask,
  viewDivisions,
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

type Game = ScoreboardFacts['game'];

export class ScoreboardState {
  /** By team; ranks are those of an earlier board. */
  readonly rows: Map<number, ScoreboardRow>;
  updateTimeUtc: number;
  /** Teams whose rows differ from those of `assembled`. */
  private changed = new Set<number>();
  private isOld = false;
  private listsMore = false;

  constructor(
    private assembled: Scoreboard,
    readonly game: Game,
    readonly participants: ReadonlyMap<number, Participant>,
    readonly challenges: ReadonlyMap<number, ChallengeState>,
    readonly divisions: ScoreboardFacts['divisions'],
    /** Ids of those that are listed with their first solve. */
    readonly unlisted: Set<number>,
  ) {
    this.rows = new Map(assembled.items.map((row) => [row.id, row]));
    this.updateTimeUtc = assembled.updateTimeUtc;
  }

  get board(): Scoreboard {
    const { assembled, updateTimeUtc } = this;
    if (this.isOld) this.assembled = this.assemble();
    else if (assembled.updateTimeUtc !== updateTimeUtc) this.assembled = { ...assembled, updateTimeUtc };
    return this.assembled;
  }

  change(rows: ReadonlyMap<number, ScoreboardRow>, asOf: number): void {
    this.isOld = true;
    this.updateTimeUtc = asOf;
    for (const [teamId, row] of rows) {
      this.rows.set(teamId, row);
      this.changed.add(teamId);
    }
  }

  /** Whether it was not listed. */
  list(challengeId: number): boolean {
    const isNew = this.unlisted.delete(challengeId);
    this.listsMore ||= isNew;
    return isNew;
  }

  private get listed(): ChallengeState[] {
    return [...this.challenges.values()].filter(({ facts }) => !this.unlisted.has(facts.id));
  }

  get shownDivisions(): ScoreboardDivision[] {
    if (!this.listsMore) return this.assembled.divisions;
    return viewDivisions(this.divisions, new Set(this.listed.map(({ facts }) => facts.id)));
  }

  private assemble(): Scoreboard {
    const { items } = this.assembled;
    const { rows, changed, updateTimeUtc, shownDivisions: divisions } = this;
    const changedRows = [...changed].flatMap((teamId) => rows.get(teamId) ?? []);
    this.changed = new Set();
    this.isOld = false;
    this.listsMore = false;
    return assembleOrdered({
      updateTimeUtc,
      ...shownBonus(this.assembled),
      divisions,
      challenges: this.listed.map(({ board }) => board),
      rows: mergeRows(items, changed, changedRows),
    });
  }
}

/** `board` must include all solves of the facts. */
export function createState(facts: ScoreboardFacts, board: Scoreboard): ScoreboardState {
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
  const unlisted = new Set<number>();
  for (const one of facts.challenges) {
    if (!one.enabled) continue;
    const task = shown.get(one.id);
    if (!task) unlisted.add(one.id);
    const unsolved = { ...startTask(one).board, score: challengeScore(one, 0) };
    challenges.set(one.id, { facts: one, board: task ?? unsolved, solvers: new Map() });
  }
  const state = new ScoreboardState(board, facts.game, participants, challenges, facts.divisions, unlisted);
  for (const solve of facts.solves) if (stands(solve)) addSolver(state, solve);
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
  const added = new Map<number, SolveFacts[]>();
  const listed = new Set<number>();
  for (const solve of [...solves].sort((a, b) => a.submissionId - b.submissionId)) {
    const taken = addSolver(state, solve);
    if (!taken) continue;
    const { task, teamId, eligibility } = taken;
    const { challengeId, userName, time } = solve;
    if (state.list(challengeId)) listed.add(challengeId);
    if (!touched.has(challengeId)) touched.set(challengeId, { task, before: task.board });
    task.board = credit(task.board, eligibility, { id: teamId, name: '', avatar: null, submitTimeUtc: time });
    changes.solves.push({ teamId, challengeId, userName, time, scores: eligibility.scores });
    added.set(teamId, [...(added.get(teamId) ?? []), solve]);
  }
  if (changes.solves.length === 0) return null;

  if (listed.size > 0) changes.divisions = state.shownDivisions;
  const repriced = revalue(touched, listed, changes);
  const teamIds = new Set(added.keys());
  for (const { solvers } of repriced.values()) for (const teamId of solvers.keys()) teamIds.add(teamId);
  const rows = changeRows(state, teamIds, repriced, added, changes);
  for (const { task, before } of touched.values()) task.board = nameBloods(task.board, before, rows);
  state.change(rows, asOf);
  return changes;
}

/** The challenges whose value changed. */
function revalue(
  touched: ReadonlyMap<number, { task: ChallengeState; before: ScoreboardChallenge }>,
  listed: ReadonlySet<number>,
  changes: ScoreboardChanges,
): ReadonlyMap<number, ChallengeState> {
  const repriced = new Map<number, ChallengeState>();
  for (const [id, { task, before }] of touched) {
    task.board = { ...task.board, score: challengeScore(task.facts, task.board.solved) };
    const { score, solved, bloods } = task.board;
    const info = listed.has(id) ? infoOf(task.board) : null;
    changes.challenges.push({ id, score, solved, bloods: bloods.map((blood) => blood.id), info });
    if (score !== before.score) repriced.set(id, task);
  }
  return repriced;
}

/** Shares the immutable board. */
export function copyState({
  board,
  game,
  participants,
  challenges,
  divisions,
  unlisted,
}: ScoreboardState): ScoreboardState {
  const copies = [...challenges].map(([id, one]) => [id, { ...one, solvers: new Map(one.solvers) }] as const);
  return new ScoreboardState(board, game, participants, new Map(copies), divisions, new Set(unlisted));
}

function addSolver({ game, participants, challenges }: ScoreboardState, solve: SolveFacts) {
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
  teamIds: ReadonlySet<number>,
  repriced: ReadonlyMap<number, unknown>,
  added: ReadonlyMap<number, readonly SolveFacts[]>,
  changes: ScoreboardChanges,
): Map<number, ScoreboardRow> {
  const rows = new Map<number, ScoreboardRow>();
  for (const teamId of teamIds) {
    const row = state.rows.get(teamId);
    if (!row) continue;
    const solvedChallenges = row.solvedChallenges.map((solve) => {
      if (!repriced.has(solve.id)) return solve;
      const { score } = price(state, row.id, solve.id);
      // Clients take a solve worth 0 for one that does not score.
      if (score !== 0 && solve.score === 0) {
        changes.points.push({ teamId: row.id, challengeId: solve.id, points: score });
      }
      return solve.score === score ? solve : { ...solve, score };
    });
    for (const { challengeId: id, userName, time } of added.get(teamId) ?? []) {
      const { score, type } = price(state, row.id, id);
      insertSolve(solvedChallenges, { id, score, type, userName, time });
    }
    const score = totalScore({ solvedChallenges, awardPoints: row.awardPoints });
    const lastSubmissionTime = lastScoringTime(solvedChallenges);
    rows.set(row.id, { ...row, score, lastSubmissionTime, solvedChallenges, solvedCount: solvedChallenges.length });
  }
  return rows;
}

function price({ game, challenges }: ScoreboardState, teamId: number, challengeId: number) {
  const task = challenges.get(challengeId);
  const scores = task?.solvers.get(teamId) ?? false;
  const type = typeOfPlace(task?.board.bloods.findIndex(({ id }) => id === teamId) ?? -1);
  const score = task && scores ? solvePoints(task.board.score, type, shownBonus(game)) : 0;
  return { score, type };
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
function mergeRows(
  items: readonly ScoreboardRow[],
  changed: ReadonlySet<number>,
  changedRows: readonly ScoreboardRow[],
): ScoreboardRow[] {
  const moved = [...changedRows].sort(compareRows);
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
