// A delta holds new solves, values and bloods; points, ranks and timelines are derived from the current board. The
// sender applies it too and adds corrections for what derivation gets wrong.

import type { CategoryLook } from '@vexil/contract/category';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import { type ShownBonus, shownBonus, solvePoints, typeOfPlace } from './score.rules';
import {
  assembleScoreboard,
  type ChallengeValues,
  emptyRow,
  insertSolve,
  lastScoringTime,
  lookOf,
  positionOf,
  type Scoreboard,
  type ScoreboardAward,
  type ScoreboardBlood,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  type ScoreboardSolve,
  totalScore,
  withAwards,
} from './scoreboard.board.rules';
import { groupOf, mainGroup, scoringAlone } from './scoreboard.group.rules';

interface ChallengeChange {
  id: number;
  score: number;
  solved: number;
  /** Team ids in order. */
  bloods: number[];
  /** Null when unchanged, never for a new challenge. */
  info: {
    title: string;
    category: ChallengeCategory;
    deadline: number | null;
    disableBloodBonus: boolean;
    position?: number | undefined;
    customCategory?: CategoryLook | undefined;
  } | null;
}

/** Of a division that scores alone. */
export interface ValuesChange extends Pick<ChallengeChange, 'id' | 'score' | 'solved' | 'bloods'> {
  divisionId: number;
}

interface RowChange {
  id: number;
  name: string;
  bio: string | null;
  avatar: string | null;
  divisionId: number | null;
  /** True for a new team. */
  reset: boolean;
}

export interface AddedSolve {
  teamId: number;
  challengeId: number;
  userName: string | null;
  time: number;
  scores: boolean;
}

/** Lists name only changes. */
export interface ScoreboardChanges {
  full: false;
  updateTimeUtc: number;
  /** Null when unchanged. */
  bloodBonus: number | null;
  /** Comes with a changed bonus; absent where the board has none. */
  bloodBonusPoints?: ShownBonus['bloodBonusPoints'];
  /** Null when unchanged. */
  divisions: ScoreboardDivision[] | null;
  challenges: ChallengeChange[];
  removedChallenges: number[];
  /** Absent without any. */
  divisionValues?: ValuesChange[] | undefined;
  rows: RowChange[];
  removedRows: number[];
  solves: AddedSolve[];
  /** Corrections. */
  points: { teamId: number; challengeId: number; points: number }[];
  /** Corrections. */
  lastTimes: { teamId: number; time: number }[];
  /** Absent without any. */
  awards?: (ScoreboardAward & { teamId: number })[] | undefined;
  removedAwards?: { teamId: number; id: number }[] | undefined;
}

/** `full`: fetch the board, the changes would be no smaller. */
export type ScoreboardDelta = ScoreboardChanges | { full: true; updateTimeUtc: number };

interface ChangedChallenge {
  challenge: ScoreboardChallenge;
  bloodTeams: readonly number[];
  /** Whether points of its solves change. */
  repriced: boolean;
}

type Challenges = ReadonlyMap<number, ChangedChallenge>;
/** By division that scores alone, and of all others. */
type Groups = ReadonlyMap<number, Challenges>;
type Rows = ReadonlyMap<number, ScoreboardRow>;

export const infoOf = ({
  title,
  category,
  deadline,
  disableBloodBonus,
  position,
  customCategory,
}: ScoreboardChallenge) => ({
  title,
  category,
  deadline,
  disableBloodBonus,
  ...positionOf(position),
  ...lookOf(customCategory),
});

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
 * Only new solves, with the values that follow from them. Such changes can be merged, and applied to a board that has some
 * of their solves.
 */
export function isOfSolves(delta: ScoreboardDelta): delta is ScoreboardChanges {
  if (delta.full || delta.bloodBonus !== null || delta.divisions !== null) return false;
  const {
    challenges,
    removedChallenges,
    rows,
    removedRows,
    points,
    lastTimes,
    awards = [],
    removedAwards = [],
  } = delta;
  const others = [removedChallenges, rows, removedRows, points, lastTimes, awards, removedAwards];
  return others.every((list) => list.length === 0) && challenges.every(({ info }) => info === null);
}

/** Shares unchanged parts with `previous`. Null: fetch the board, the delta is full or does not fit. */
export function applyScoreboardDelta(previous: Scoreboard, delta: ScoreboardDelta): Scoreboard | null {
  if (delta.full) return null;
  const groups = changeGroups(previous, delta);
  const rows = groups && changeRows(previous, delta, groups);
  if (!rows) return null;
  const named = [...groups].map(([divisionId, challenges]) => ({
    divisionId,
    challenges: nameBloods(previous, challenges, rows),
  }));
  if (!named.every(isNamed)) return null;
  const [main, ...divisionValues] = named;
  return assembleScoreboard({
    updateTimeUtc: delta.updateTimeUtc,
    ...bonusAfter(previous, delta),
    divisions: delta.divisions ?? previous.divisions,
    challenges: main?.challenges ?? [],
    divisionValues,
    rows: [...rows.values()],
  });
}

type Named<Values> = { divisionId: number; challenges: Values };
const isNamed = (one: Named<ScoreboardChallenge[] | null>): one is Named<ScoreboardChallenge[]> =>
  one.challenges !== null;

const bonusAfter = (previous: Scoreboard, { bloodBonus, bloodBonusPoints }: ScoreboardChanges): ShownBonus =>
  shownBonus(bloodBonus === null ? previous : { bloodBonus, bloodBonusPoints });

/** The main group first; null where the delta does not fit. */
export function changeGroups(previous: Scoreboard, delta: ScoreboardChanges): Groups | null {
  const main = changeChallenges(previous, delta);
  if (!main) return null;
  const groups = new Map([[mainGroup, main]]);
  for (const divisionId of [...scoringAlone(delta.divisions ?? previous.divisions)].sort((a, b) => a - b)) {
    const group = changeValues(divisionId, { previous, delta, main });
    if (!group) return null;
    groups.set(divisionId, group);
  }
  return groups;
}

interface Changing {
  previous: Scoreboard;
  delta: ScoreboardChanges;
  main: Challenges;
}

function changeValues(divisionId: number, { previous, delta, main }: Changing): Challenges | null {
  const old = previous.divisionValues?.find((one) => one.divisionId === divisionId);
  const known = new Map<number, ChallengeValues>(old?.challenges.map((one) => [one.id, one]));
  const changed = new Map<number, ValuesChange>();
  for (const one of delta.divisionValues ?? []) if (one.divisionId === divisionId) changed.set(one.id, one);
  const group = new Map<number, ChangedChallenge>();
  for (const [id, { challenge }] of main) {
    const [was, is] = [known.get(id), changed.get(id)];
    const values = is ?? was;
    if (!values) return null;
    const bloods = was?.bloods ?? [];
    group.set(id, {
      challenge: { ...challenge, score: values.score, solved: values.solved, bloods },
      bloodTeams: is ? is.bloods : bloods.map((blood) => blood.id),
      repriced: is !== undefined || delta.bloodBonus !== null,
    });
  }
  return group;
}

/** Null where the delta does not fit. */
function changeChallenges(previous: Scoreboard, delta: ScoreboardChanges): Challenges | null {
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
    const { title, category, deadline, disableBloodBonus, position, customCategory } = fields;
    const bloods = known?.bloods ?? [];
    const facts = { id, title, category, score, solved, deadline, bloods, disableBloodBonus };
    const challenge = { ...facts, ...positionOf(position), ...lookOf(customCategory) };
    challenges.set(id, { challenge, bloodTeams, repriced: true });
  }
  return challenges;
}

/** Without ranks; null where the delta does not fit. */
export function changeRows(previous: Scoreboard, delta: ScoreboardChanges, groups: Groups): Rows | null {
  const bonus = bonusAfter(previous, delta);
  const challengesOf: ChallengesOf = ({ divisionId }) => groups.get(groupOf(divisionId, groups)) ?? new Map();
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

  if (!changeTeams(rows, delta) || !changeAwards(rows, delta)) return null;
  for (const row of rows.values()) {
    const challenges = challengesOf(row);
    if (row.solvedChallenges.every(({ id }) => challenges.get(id)?.repriced === false)) continue;
    repriceRow(edit(row.id) ?? row, challenges, bonus);
  }
  if (!addSolves(delta, rows, challengesOf, bonus, edit) || !correctPoints(delta, edit)) return null;
  for (const row of edited.values()) {
    row.score = totalScore(row);
    row.solvedCount = row.solvedChallenges.length;
    row.lastSubmissionTime = lastScoringTime(row.solvedChallenges);
  }
  for (const { teamId, time } of delta.lastTimes) {
    const row = edit(teamId);
    if (!row) return null;
    row.lastSubmissionTime = time;
  }
  return rows;
}

/** False where the delta does not fit, as below. */
function changeTeams(rows: Map<number, ScoreboardRow>, delta: ScoreboardChanges): boolean {
  for (const id of delta.removedRows) rows.delete(id);
  for (const { reset, ...team } of delta.rows) {
    const row = reset ? emptyRow(team) : rows.get(team.id);
    if (!row) return false;
    rows.set(team.id, { ...row, ...team });
  }
  return true;
}

function changeAwards(
  rows: Map<number, ScoreboardRow>,
  { awards = [], removedAwards = [] }: ScoreboardChanges,
): boolean {
  const gone = new Set(removedAwards.map(({ id }) => id));
  for (const teamId of new Set([...awards, ...removedAwards].map((one) => one.teamId))) {
    const row = rows.get(teamId);
    if (!row) return false;
    const added = awards.flatMap(({ teamId: of, ...award }) => (of === teamId ? award : []));
    const kept = (row.awards ?? []).filter(({ id }) => !gone.has(id) && !added.some((one) => one.id === id));
    rows.set(teamId, withAwards(row, [...kept, ...added]));
  }
  return true;
}

/** Gives a row that may be changed. */
type Edit = (teamId: number) => ScoreboardRow | undefined;
type ChallengesOf = (row: Pick<ScoreboardRow, 'divisionId'>) => Challenges;

function addSolves(
  delta: ScoreboardChanges,
  rows: Rows,
  challengesOf: ChallengesOf,
  bonus: ShownBonus,
  edit: Edit,
): boolean {
  for (const { teamId, challengeId: id, userName, time, scores } of delta.solves) {
    if (rows.get(teamId)?.solvedChallenges.some((solve) => solve.id === id)) continue;
    const row = edit(teamId);
    const entry = row && challengesOf(row).get(id);
    if (!entry) return false;
    insertSolve(row.solvedChallenges, { id, ...priceSolve(entry, teamId, scores, bonus), userName, time });
  }
  return true;
}

function correctPoints(delta: ScoreboardChanges, edit: Edit): boolean {
  for (const { teamId, challengeId, points } of delta.points) {
    const row = edit(teamId);
    const index = row?.solvedChallenges.findIndex(({ id }) => id === challengeId) ?? -1;
    const solve = row?.solvedChallenges[index];
    if (!row || !solve) return false;
    row.solvedChallenges[index] = { ...solve, score: points };
  }
  return true;
}

function repriceRow(row: ScoreboardRow, challenges: Challenges, bonus: ShownBonus): void {
  row.solvedChallenges = row.solvedChallenges.flatMap((solve) => {
    const entry = challenges.get(solve.id);
    if (!entry) return [];
    return entry.repriced ? [reprice(solve, entry, row.id, bonus)] : [solve];
  });
}

function reprice(solve: ScoreboardSolve, entry: ChangedChallenge, teamId: number, bonus: ShownBonus): ScoreboardSolve {
  const { score, type } = priceSolve(entry, teamId, solve.score !== 0, bonus);
  return solve.score === score && solve.type === type ? solve : { ...solve, score, type };
}

function priceSolve({ challenge, bloodTeams }: ChangedChallenge, teamId: number, scores: boolean, bonus: ShownBonus) {
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
