// Shared by computed and advanced boards, so they cannot differ.

import type { CategoryLook } from '@vexil/contract/category';
import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';
import type { DivisionKind } from '@vexil/db/enums/division';
import type { SubmissionType } from '@vexil/db/enums/submission';
import { divisionGrants } from './permission.rules';
import type { ShownBonus } from './score.rules';

export interface ScoreboardBlood {
  id: number;
  name: string;
  avatar: string | null;
  submitTimeUtc: number | null;
}

export interface ScoreboardChallenge {
  id: number;
  title: string;
  category: ChallengeCategory;
  score: number;
  /** Only solves that count for the value. */
  solved: number;
  deadline: number | null;
  bloods: ScoreboardBlood[];
  disableBloodBonus: boolean;
  /** Within its category, as its organisers set it; those without come after, by title. */
  position?: number | undefined;
  /** Of the game's own, in place of the category. */
  customCategory?: CategoryLook | undefined;
}

export interface ScoreboardSolve {
  id: number;
  score: number;
  type: SubmissionType;
  userName: string | null;
  time: number;
}

/** Points that staff gave or took; never changed, and gone from all boards once it is taken back. */
export interface ScoreboardAward {
  id: number;
  points: number;
  reason: string;
  label: string | null;
  time: number;
  /** Of the hint that it pays for. */
  challengeId?: number | undefined;
}

export interface ScoreboardRow {
  id: number;
  name: string;
  bio: string | null;
  divisionId: number | null;
  avatar: string | null;
  /** Of solves and awards: what ranks. */
  score: number;
  /** From 1; 0 without a rank. */
  rank: number;
  divisionRank: number | null;
  /** Of the solves worth points; `minimumInstant` for none. */
  lastSubmissionTime: number;
  /** Part of `score`; absent, as the list is, without awards. */
  awardPoints?: number | undefined;
  /** By time. */
  awards?: ScoreboardAward[] | undefined;
  solvedChallenges: ScoreboardSolve[];
  solvedCount: number;
}

export interface ScoreboardDivision {
  id: number;
  name: string;
  /** Absent, as the next, where there is none. */
  kind?: DivisionKind | undefined;
  scoresAlone?: true | undefined;
  defaultPermissions: number;
  challengeConfigs: Record<string, { challengeId: number; permissions: number }>;
}

/** What differs where a division scores alone. */
export type ChallengeValues = Pick<ScoreboardChallenge, 'id' | 'score' | 'solved' | 'bloods'>;

export interface DivisionValues {
  divisionId: number;
  /** By id. */
  challenges: ChallengeValues[];
}

export interface ScoreboardTimeline {
  /** 0 for the overall ranking. */
  divisionId: number;
  teams: { id: number; name: string; items: { time: number; score: number }[] }[];
}

/** Times are integer Unix milliseconds. */
export interface Scoreboard extends ShownBonus {
  updateTimeUtc: number;
  timelines: ScoreboardTimeline[];
  items: ScoreboardRow[];
  divisions: ScoreboardDivision[];
  /** Values are those of the teams that score together. */
  challenges: Record<string, ScoreboardChallenge[]>;
  challengeCount: number;
  /** By division; absent where none scores alone. */
  divisionValues?: DivisionValues[] | undefined;
}

export interface ScoreboardParts extends ShownBonus {
  updateTimeUtc: number;
  divisions: ScoreboardDivision[];
  challenges: ScoreboardChallenge[];
  /** In order of their ids. */
  divisionValues?: { divisionId: number; challenges: readonly ChallengeValues[] }[];
  rows: ScoreboardRow[];
}

/** "Never" on the wire: the year 1. */
export const minimumInstant = -62135596800000;

export const timelineTeamsMax = 10;

const overall = 0;

const categoryOrder = new Map<string, number>(challengeCategories.map((category, index) => [category, index]));

/** Parts may be in any order and are not changed. */
export function assembleScoreboard(parts: ScoreboardParts): Scoreboard {
  return assembleOrdered({ ...parts, rows: [...parts.rows].sort(compareRows) });
}

/** Expects ordered rows. */
export function assembleOrdered(parts: ScoreboardParts): Scoreboard {
  const items = rankRows(parts.rows, parts.divisions);
  return {
    updateTimeUtc: parts.updateTimeUtc,
    bloodBonus: parts.bloodBonus,
    ...(parts.bloodBonusPoints ? { bloodBonusPoints: parts.bloodBonusPoints } : {}),
    timelines: buildTimelines(items),
    items,
    divisions: parts.divisions,
    challenges: groupChallenges(parts.challenges),
    challengeCount: parts.challenges.length,
    ...(parts.divisionValues?.length ? { divisionValues: parts.divisionValues.map(viewValues) } : {}),
  };
}

type GivenValues = NonNullable<ScoreboardParts['divisionValues']>[number];

const viewValues = ({ divisionId, challenges }: GivenValues): DivisionValues => ({
  divisionId,
  challenges: challenges
    .map(({ id, score, solved, bloods }) => ({ id, score, solved, bloods }))
    .sort((a, b) => a.id - b.id),
});

function rankRows(rows: readonly ScoreboardRow[], divisions: readonly ScoreboardDivision[]): ScoreboardRow[] {
  const isRanked = (one: ScoreboardDivision) => !one.scoresAlone && divisionGrants(one, 'RankOverall');
  const unranked = new Set(divisions.filter((one) => !isRanked(one)).map((one) => one.id));
  const divisionRanks = new Map<number, number>();
  let lastRank = 0;
  return rows.map((row) => {
    const { divisionId } = row;
    const rank = divisionId !== null && unranked.has(divisionId) ? 0 : ++lastRank;
    const divisionRank = divisionId === null ? null : (divisionRanks.get(divisionId) ?? 0) + 1;
    if (divisionId !== null && divisionRank !== null) divisionRanks.set(divisionId, divisionRank);
    return row.rank === rank && row.divisionRank === divisionRank ? row : { ...row, rank, divisionRank };
  });
}

/** The overall top ten is always present, divisions follow by their best team. */
function buildTimelines(items: readonly ScoreboardRow[]): ScoreboardTimeline[] {
  const timelines = new Map<number, ScoreboardTimeline>([[overall, { divisionId: overall, teams: [] }]]);
  const add = (divisionId: number, row: ScoreboardRow) => {
    const timeline = timelines.get(divisionId) ?? { divisionId, teams: [] };
    timeline.teams.push(timelineOf(row));
    timelines.set(divisionId, timeline);
  };
  for (const row of items) {
    if (row.rank > 0 && row.rank <= timelineTeamsMax) add(overall, row);
    if (row.divisionId !== null && row.divisionRank !== null && row.divisionRank <= timelineTeamsMax) {
      add(row.divisionId, row);
    }
  }
  return [...timelines.values()];
}

export function timelineOf(
  row: Pick<ScoreboardRow, 'id' | 'name' | 'solvedChallenges' | 'awards'>,
): ScoreboardTimeline['teams'][number] {
  let score = 0;
  const items = scoringSteps(row).map(({ points, time }) => {
    score += points;
    return { time, score };
  });
  return { id: row.id, name: row.name, items };
}

/** What changed a team's score, by time; at one moment solves come first. */
export const scoringSteps = ({
  solvedChallenges,
  awards = [],
}: Pick<ScoreboardRow, 'solvedChallenges' | 'awards'>): { points: number; time: number }[] =>
  [...solvedChallenges.map(({ score, time }) => ({ points: score, time })), ...awards].sort((a, b) => a.time - b.time);

export const totalScore = ({
  solvedChallenges,
  awardPoints = 0,
}: Pick<ScoreboardRow, 'solvedChallenges' | 'awardPoints'>): number =>
  solvedChallenges.reduce((sum, { score }) => sum + score, awardPoints);

/** The row with just these awards. The order of members is the same in every board, whichever way it came to be. */
export function withAwards(row: ScoreboardRow, given: readonly ScoreboardAward[]): ScoreboardRow {
  const { awards: _, awardPoints, solvedChallenges, solvedCount, ...head } = row;
  const points = given.reduce((sum, one) => sum + one.points, 0);
  const score = row.score - (awardPoints ?? 0) + points;
  if (given.length === 0) return { ...head, score, solvedChallenges, solvedCount };
  const awards = [...given].sort((a, b) => a.time - b.time || a.id - b.id);
  return { ...head, score, awardPoints: points, awards, solvedChallenges, solvedCount };
}

export function groupChallenges(challenges: readonly ScoreboardChallenge[]): Record<string, ScoreboardChallenge[]> {
  const groups: Record<string, ScoreboardChallenge[]> = {};
  for (const challenge of [...challenges].sort(compareChallenges)) {
    const group = groups[challenge.category] ?? [];
    group.push(challenge);
    groups[challenge.category] = group;
  }
  return groups;
}

export function compareRows(a: ScoreboardRow, b: ScoreboardRow): number {
  return b.score - a.score || a.lastSubmissionTime - b.lastSubmissionTime || a.id - b.id;
}

type Positioned = Pick<ScoreboardChallenge, 'position'>;

function compareChallenges(a: ScoreboardChallenge, b: ScoreboardChallenge): number {
  const categories = (categoryOrder.get(a.category) ?? 0) - (categoryOrder.get(b.category) ?? 0);
  return categories || comparePositions(a, b) || compareTitles(a.title, b.title) || a.id - b.id;
}

function comparePositions({ position: a = Infinity }: Positioned, { position: b = Infinity }: Positioned): number {
  return a === b ? 0 : a - b;
}

/** Left out where there is none, so boards without an order of their own stay as they were. */
export const positionOf = (position: number | null | undefined): Positioned =>
  typeof position === 'number' ? { position } : {};

type Look = ScoreboardChallenge['customCategory'];

export const lookOf = (custom: Look | null): Pick<ScoreboardChallenge, 'customCategory'> =>
  custom ? { customCategory: { name: custom.name, icon: custom.icon, colour: custom.colour } } : {};

export const equalLooks = (a: Look, b: Look): boolean =>
  a?.name === b?.name && a?.icon === b?.icon && a?.colour === b?.colour;

/** Ignores case; code units, because browsers collate differently. */
export function compareTitles(a: string, b: string): number {
  return compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By time, then challenge: independent of the order in which challenges were judged. */
export function insertSolve(solves: ScoreboardSolve[], solve: ScoreboardSolve): void {
  let index = solves.length;
  while (index > 0 && comesAfter(solves[index - 1], solve)) index -= 1;
  solves.splice(index, 0, solve);
}

function comesAfter(one: ScoreboardSolve | undefined, solve: ScoreboardSolve): boolean {
  return one !== undefined && (one.time - solve.time || one.id - solve.id) > 0;
}

/** When a team reached its score: solves worth nothing by now move it not, or they would cost the rank on a tie. */
export const lastScoringTime = (solves: readonly Pick<ScoreboardSolve, 'score' | 'time'>[]): number =>
  solves.reduce((last, { score, time }) => (score > 0 ? Math.max(last, time) : last), minimumInstant);

export function emptyRow(team: Pick<ScoreboardRow, 'id' | 'name' | 'bio' | 'avatar' | 'divisionId'>): ScoreboardRow {
  return {
    id: team.id,
    name: team.name,
    bio: team.bio,
    divisionId: team.divisionId,
    avatar: team.avatar,
    score: 0,
    rank: 0,
    divisionRank: null,
    lastSubmissionTime: minimumInstant,
    solvedChallenges: [],
    solvedCount: 0,
  };
}
