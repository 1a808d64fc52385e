// A solve changes the points of everyone who solved the challenge and the ranks of everyone between. A delta says only
// what cannot be worked out: the new value and bloods of a challenge and the new solve. Points, totals, order, ranks and
// timelines are worked out again from the board at hand. A board does not say whether a solve worth nothing would score,
// so whatever working out gets wrong is found where the delta is made, by trying it, and is sent as a correction.

import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import { solvePoints, typeOfPlace } from './score.rules';
import {
  assembleScoreboard,
  emptyRow,
  insertSolve,
  minimumInstant,
  type Scoreboard,
  type ScoreboardBlood,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  type ScoreboardSolve,
} from './scoreboard.board.rules';

interface ChallengeChange {
  id: number;
  score: number;
  solved: number;
  /** Ids of the teams in order; their names and times stand in the rows. */
  bloods: number[];
  /** Null when unchanged; never null for a challenge that is new on the board. */
  info: {
    title: string;
    category: ChallengeCategory;
    deadline: number | null;
    disableBloodBonus: boolean;
  } | null;
}

/** A team that is new on the board or whose own fields changed. */
interface RowChange {
  id: number;
  name: string;
  bio: string | null;
  avatar: string | null;
  divisionId: number | null;
  /** Whether the row begins without solves, as that of a new team does. */
  reset: boolean;
}

export interface AddedSolve {
  teamId: number;
  challengeId: number;
  userName: string | null;
  time: number;
  scores: boolean;
}

/** From one board to the next of the same game; lists name only what changed. */
export interface ScoreboardChanges {
  full: false;
  updateTimeUtc: number;
  /** Null when unchanged. */
  bloodBonus: number | null;
  /** All divisions, or null when none changed. */
  divisions: ScoreboardDivision[] | null;
  challenges: ChallengeChange[];
  removedChallenges: number[];
  rows: RowChange[];
  removedRows: number[];
  solves: AddedSolve[];
  /** Points that do not follow from the rest. */
  points: { teamId: number; challengeId: number; points: number }[];
  /** Times of last scoring solves that do not follow from the rest. */
  lastTimes: { teamId: number; time: number }[];
}

/** `full` tells clients to fetch the board, because the changes would be no smaller. */
export type ScoreboardDelta = ScoreboardChanges | { full: true; updateTimeUtc: number };

/** A challenge of the board to come; its bloods are still those of the board at hand. */
interface ChangedChallenge {
  challenge: ScoreboardChallenge;
  bloodTeams: readonly number[];
  /** Whether the points of its solves must be worked out again. */
  repriced: boolean;
}

type Challenges = ReadonlyMap<number, ChangedChallenge>;
type Rows = ReadonlyMap<number, ScoreboardRow>;

export function noChanges(updateTimeUtc: number): ScoreboardChanges {
  return {
    full: false,
    updateTimeUtc,
    bloodBonus: null,
    divisions: null,
    challenges: [],
    removedChallenges: [],
    rows: [],
    removedRows: [],
    solves: [],
    points: [],
    lastTimes: [],
  };
}

/**
 * The board after the delta; `previous` stays as it is and shares what did not change with the result. Null tells to
 * fetch the board: the delta is full, or was made for another board than this.
 */
export function applyScoreboardDelta(previous: Scoreboard, delta: ScoreboardDelta): Scoreboard | null {
  if (delta.full) return null;
  const challenges = changeChallenges(previous, delta);
  const rows = challenges && changeRows(previous, delta, challenges);
  const named = rows && nameBloods(previous, challenges, rows);
  if (!named) return null;
  return assembleScoreboard({
    updateTimeUtc: delta.updateTimeUtc,
    bloodBonus: delta.bloodBonus ?? previous.bloodBonus,
    divisions: delta.divisions ?? previous.divisions,
    challenges: named,
    rows: [...rows.values()],
  });
}

/** All challenges of the board to come by id, or null where the delta does not fit. */
export function changeChallenges(previous: Scoreboard, delta: ScoreboardChanges): Challenges | null {
  const challenges = new Map<number, ChangedChallenge>();
  for (const challenge of Object.values(previous.challenges).flat()) {
    const bloodTeams = challenge.bloods.map(({ id }) => id);
    challenges.set(challenge.id, { challenge, bloodTeams, repriced: delta.bloodBonus !== null });
  }
  for (const id of delta.removedChallenges) challenges.delete(id);
  for (const { id, score, solved, bloods: bloodTeams, info } of delta.challenges) {
    const known = challenges.get(id)?.challenge;
    const fields = info ?? known;
    if (!fields) return null;
    const { title, category, deadline, disableBloodBonus } = fields;
    const bloods = known?.bloods ?? [];
    const challenge = { id, title, category, score, solved, deadline, bloods, disableBloodBonus };
    challenges.set(id, { challenge, bloodTeams, repriced: true });
  }
  return challenges;
}

/** All rows of the board to come by team, ranks aside, or null where the delta does not fit. */
export function changeRows(previous: Scoreboard, delta: ScoreboardChanges, challenges: Challenges): Rows | null {
  const bonus = delta.bloodBonus ?? previous.bloodBonus;
  const rows = new Map(previous.items.map((row) => [row.id, row]));
  const edited = new Map<number, ScoreboardRow>();
  const edit = (teamId: number) => {
    const row = rows.get(teamId);
    if (!row || edited.has(teamId)) return row;
    const copy = { ...row, solvedChallenges: [...row.solvedChallenges] };
    rows.set(teamId, copy);
    edited.set(teamId, copy);
    return copy;
  };

  for (const id of delta.removedRows) rows.delete(id);
  for (const { reset, ...team } of delta.rows) {
    const row = reset ? emptyRow(team) : rows.get(team.id);
    if (!row) return null;
    rows.set(team.id, { ...row, ...team });
  }
  for (const row of rows.values()) {
    if (row.solvedChallenges.every(({ id }) => challenges.get(id)?.repriced === false)) continue;
    repriceRow(edit(row.id) ?? row, challenges, bonus);
  }
  for (const { teamId, challengeId: id, userName, time, scores } of delta.solves) {
    const row = edit(teamId);
    const entry = challenges.get(id);
    if (!row || !entry) return null;
    insertSolve(row.solvedChallenges, { id, ...priceSolve(entry, teamId, scores, bonus), userName, time });
    if (scores) row.lastSubmissionTime = Math.max(row.lastSubmissionTime, time);
  }
  for (const { teamId, challengeId, points } of delta.points) {
    const row = edit(teamId);
    const index = row?.solvedChallenges.findIndex(({ id }) => id === challengeId) ?? -1;
    const solve = row?.solvedChallenges[index];
    if (!row || !solve) return null;
    row.solvedChallenges[index] = { ...solve, score: points };
  }
  for (const { teamId, time } of delta.lastTimes) {
    const row = edit(teamId);
    if (!row) return null;
    row.lastSubmissionTime = time;
  }
  for (const row of edited.values()) {
    row.score = row.solvedChallenges.reduce((sum, { score }) => sum + score, 0);
    row.solvedCount = row.solvedChallenges.length;
  }
  return rows;
}

/** Works out the points of a row again and drops its solves of removed challenges. */
function repriceRow(row: ScoreboardRow, challenges: Challenges, bonus: number): void {
  const count = row.solvedChallenges.length;
  row.solvedChallenges = row.solvedChallenges.flatMap((solve) => {
    const entry = challenges.get(solve.id);
    if (!entry) return [];
    return entry.repriced ? [reprice(solve, entry, row.id, bonus)] : [solve];
  });
  if (row.solvedChallenges.length === count) return;
  const times = row.solvedChallenges.filter(({ score }) => score !== 0).map(({ time }) => time);
  row.lastSubmissionTime = Math.max(minimumInstant, ...times);
}

function reprice(solve: ScoreboardSolve, entry: ChangedChallenge, teamId: number, bonus: number): ScoreboardSolve {
  const { score, type } = priceSolve(entry, teamId, solve.score !== 0, bonus);
  return solve.score === score && solve.type === type ? solve : { ...solve, score, type };
}

function priceSolve({ challenge, bloodTeams }: ChangedChallenge, teamId: number, scores: boolean, bonus: number) {
  const type = typeOfPlace(bloodTeams.indexOf(teamId));
  return { score: scores ? solvePoints(challenge.score, type, bonus) : 0, type };
}

function nameBloods(previous: Scoreboard, challenges: Challenges, rows: Rows): ScoreboardChallenge[] | null {
  const oldRows = new Map(previous.items.map((row) => [row.id, row]));
  const named: ScoreboardChallenge[] = [];
  for (const { challenge, bloodTeams } of challenges.values()) {
    const bloods: ScoreboardBlood[] = [];
    for (const teamId of bloodTeams) {
      const row = rows.get(teamId);
      const old = challenge.bloods[bloods.length];
      const solve = row?.solvedChallenges.find(({ id }) => id === challenge.id);
      if (!row || !solve) return null;
      const kept = old?.id === teamId && row === oldRows.get(teamId);
      bloods.push(kept ? old : { id: teamId, name: row.name, avatar: row.avatar, submitTimeUtc: solve.time });
    }
    const same = bloods.length === challenge.bloods.length && bloods.every((one, at) => one === challenge.bloods[at]);
    named.push(same ? challenge : { ...challenge, bloods });
  }
  return named;
}
