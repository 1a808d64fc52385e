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
import { challengesFor, groupOf, mainGroup } from './scoreboard.group.rules';
import {
  type ChallengeFacts,
  divisionPermissions,
  listGroups,
  partsOf,
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
  group: number;
}

interface ChallengeState {
  facts: ChallengeFacts;
  board: ScoreboardChallenge;
  /** Value: whether the solve scores. */
  solvers: Map<number, boolean>;
}

type Tasks = ReadonlyMap<number, ChallengeState>;

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
    /** Of all who score together, and by division that scores alone. */
    readonly groups: ReadonlyMap<number, Tasks>,
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

  get challenges(): Tasks {
    return this.groups.get(mainGroup) ?? new Map();
  }

  tasksOf(divisionId: number | null): Tasks {
    return this.groups.get(groupOf(divisionId, this.groups)) ?? this.challenges;
  }

  private listed(tasks: Tasks): ScoreboardChallenge[] {
    return [...tasks.values()].map(({ board }) => board).filter(({ id }) => !this.unlisted.has(id));
  }

  get shownDivisions(): ScoreboardDivision[] {
    if (!this.listsMore) return this.assembled.divisions;
    return viewDivisions(this.divisions, new Set(this.listed(this.challenges).map(({ id }) => id)));
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
      ...partsOf(this.groups, (tasks) => this.listed(tasks)),
      rows: mergeRows(items, changed, changedRows),
    });
  }
}

/** `board` must include all solves of the facts. */
export function createState(facts: ScoreboardFacts, board: Scoreboard): ScoreboardState {
  const divisions = divisionPermissions(facts.divisions);
  const enabled = facts.challenges.filter((one) => one.enabled);
  const groups = listGroups(facts.divisions, (divisionId) => {
    const shown = new Map(listChallenges(challengesFor(board, divisionId)).map((one) => [one.id, one]));
    const unsolved = (one: ChallengeFacts) => ({ ...startTask(one).board, score: challengeScore(one, 0) });
    const tasks = enabled.map((facts) => ({
      facts,
      board: shown.get(facts.id) ?? unsolved(facts),
      solvers: new Map(),
    }));
    return new Map(tasks.map((task): [number, ChallengeState] => [task.facts.id, task]));
  });
  const accepted = facts.participations.filter(({ status }) => status === 'Accepted');
  const participants = new Map(
    accepted.map(({ id, teamId, divisionId }) => [
      id,
      {
        teamId,
        division: divisionId === null ? undefined : divisions.get(divisionId),
        group: groupOf(divisionId, groups),
      },
    ]),
  );
  const listed = new Set(listChallenges(board.challenges).map(({ id }) => id));
  const unlisted = new Set(enabled.map(({ id }) => id).filter((id) => !listed.has(id)));
  const state = new ScoreboardState(board, facts.game, participants, groups, facts.divisions, unlisted);
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
  const touched = new Map<ChallengeState, Touched>();
  const added = new Map<number, SolveFacts[]>();
  const listed = new Set<number>();
  for (const solve of [...solves].sort((a, b) => a.submissionId - b.submissionId)) {
    const taken = addSolver(state, solve);
    if (!taken) continue;
    const { task, teamId, group, eligibility } = taken;
    const { challengeId, userName, time } = solve;
    if (listEverywhere(state, touched, challengeId)) listed.add(challengeId);
    touch(touched, task, group);
    task.board = credit(task.board, eligibility, { id: teamId, name: '', avatar: null, submitTimeUtc: time });
    changes.solves.push({ teamId, challengeId, userName, time, scores: eligibility.scores });
    added.set(teamId, [...(added.get(teamId) ?? []), solve]);
  }
  if (changes.solves.length === 0) return null;

  if (listed.size > 0) changes.divisions = state.shownDivisions;
  const repriced = revalue(touched, listed, changes);
  const solversOf = (tasks: Tasks) => [...tasks.values()].flatMap(({ solvers }) => [...solvers.keys()]);
  const teamIds = new Set([...added.keys(), ...[...repriced.values()].flatMap(solversOf)]);
  const rows = changeRows(state, teamIds, repriced, added, changes);
  for (const [task, { before }] of touched) task.board = nameBloods(task.board, before, rows);
  state.change(rows, asOf);
  return changes;
}

interface Touched {
  group: number;
  before: ScoreboardChallenge;
}

function touch(touched: Map<ChallengeState, Touched>, task: ChallengeState, group: number): void {
  if (!touched.has(task)) touched.set(task, { group, before: task.board });
}

/** The first solve lists a challenge in all groups; whether it was that. */
function listEverywhere(state: ScoreboardState, touched: Map<ChallengeState, Touched>, challengeId: number): boolean {
  if (!state.list(challengeId)) return false;
  for (const [group, tasks] of state.groups) {
    const task = tasks.get(challengeId);
    if (task) touch(touched, task, group);
  }
  return true;
}

/** The challenges whose value changed, by group. */
type Repriced = ReadonlyMap<number, Tasks>;

function revalue(
  touched: ReadonlyMap<ChallengeState, Touched>,
  listed: ReadonlySet<number>,
  changes: ScoreboardChanges,
): Repriced {
  const repriced = new Map<number, Map<number, ChallengeState>>();
  for (const [task, { group, before }] of touched) {
    task.board = { ...task.board, score: challengeScore(task.facts, task.board.solved) };
    const { id, score, solved, bloods } = task.board;
    const values = { id, score, solved, bloods: bloods.map((blood) => blood.id) };
    const info = listed.has(id) ? infoOf(task.board) : null;
    if (group === mainGroup) changes.challenges.push({ ...values, info });
    else changes.divisionValues = [...(changes.divisionValues ?? []), { divisionId: group, ...values }];
    if (score === before.score) continue;
    const others = repriced.get(group);
    if (others) others.set(id, task);
    else repriced.set(group, new Map([[id, task]]));
  }
  return repriced;
}

/** Shares the immutable board. */
export function copyState({
  board,
  game,
  participants,
  groups,
  divisions,
  unlisted,
}: ScoreboardState): ScoreboardState {
  const copyOf = (tasks: Tasks) =>
    new Map([...tasks].map(([id, one]) => [id, { ...one, solvers: new Map(one.solvers) }] as const));
  const copies = new Map([...groups].map(([id, tasks]) => [id, copyOf(tasks)] as const));
  return new ScoreboardState(board, game, participants, copies, divisions, new Set(unlisted));
}

function addSolver({ game, participants, groups }: ScoreboardState, solve: SolveFacts) {
  const participant = participants.get(solve.participationId);
  const task = participant && groups.get(participant.group)?.get(solve.challengeId);
  if (!task || task.solvers.has(participant.teamId)) return undefined;
  const mask = challengePermissions(participant.division, solve.challengeId);
  const eligibility = solveEligibility(game, task.facts, mask, solve.time);
  task.solvers.set(participant.teamId, eligibility.scores);
  return { task, teamId: participant.teamId, group: participant.group, eligibility };
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
  repriced: Repriced,
  added: ReadonlyMap<number, readonly SolveFacts[]>,
  changes: ScoreboardChanges,
): Map<number, ScoreboardRow> {
  const rows = new Map<number, ScoreboardRow>();
  for (const teamId of teamIds) {
    const row = state.rows.get(teamId);
    if (!row) continue;
    const tasks = state.tasksOf(row.divisionId);
    const own = repriced.get(groupOf(row.divisionId, state.groups));
    const solvedChallenges = row.solvedChallenges.map((solve) => {
      if (!own?.has(solve.id)) return solve;
      const { score } = price(state.game, tasks, row.id, solve.id);
      // Clients take a solve worth 0 for one that does not score.
      if (score !== 0 && solve.score === 0) {
        changes.points.push({ teamId: row.id, challengeId: solve.id, points: score });
      }
      return solve.score === score ? solve : { ...solve, score };
    });
    for (const { challengeId: id, userName, time } of added.get(teamId) ?? []) {
      const { score, type } = price(state.game, tasks, row.id, id);
      insertSolve(solvedChallenges, { id, score, type, userName, time });
    }
    const score = totalScore({ solvedChallenges, awardPoints: row.awardPoints });
    const lastSubmissionTime = lastScoringTime(solvedChallenges);
    rows.set(row.id, { ...row, score, lastSubmissionTime, solvedChallenges, solvedCount: solvedChallenges.length });
  }
  return rows;
}

function price(game: Game, tasks: Tasks, teamId: number, challengeId: number) {
  const task = tasks.get(challengeId);
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

function listChallenges(challenges: Scoreboard['challenges']): ScoreboardChallenge[] {
  return Object.values(challenges).flat();
}
