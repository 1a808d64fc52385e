import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { withoutPermissions } from './permission.rules';
import {
  assembleOrdered,
  assembleScoreboard,
  compareRows,
  compareTitles,
  emptyRow,
  insertSolve,
  minimumInstant,
  positionOf,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  type ScoreboardSolve,
  timelineOf,
  timelineTeamsMax,
} from './scoreboard.board.rules';

const division = (id: number, ranked: boolean): ScoreboardDivision => ({
  id,
  name: `D${id}`,
  defaultPermissions: ranked ? allPermissions : withoutPermissions(allPermissions, ['RankOverall']),
  challengeConfigs: {},
});
const row = (id: number, fields: Partial<ScoreboardRow> = {}): ScoreboardRow => ({
  ...emptyRow({ id, name: `T${id}`, bio: null, avatar: null, divisionId: null }),
  ...fields,
});
const challenge = (id: number, fields: Partial<ScoreboardChallenge> = {}): ScoreboardChallenge => ({
  id,
  title: `C${id}`,
  category: 'Web',
  score: 100,
  solved: 0,
  deadline: null,
  bloods: [],
  disableBloodBonus: false,
  ...fields,
});
const solve = (id: number, time: number, score = 0): ScoreboardSolve => ({
  id,
  score,
  type: 'Normal',
  userName: null,
  time,
});

const parts = { updateTimeUtc: 7, bloodBonus: 3, divisions: [division(1, true), division(2, false)], challenges: [] };
const ranks = (rows: readonly ScoreboardRow[]) => rows.map(({ id, rank, divisionRank }) => [id, rank, divisionRank]);

describe('the order within a category', () => {
  it('is that of the positions, then that of the titles', () => {
    const challenges = [
      challenge(1, { title: 'b' }),
      challenge(2, { title: 'a' }),
      challenge(3, { title: 'z', ...positionOf(12) }),
      challenge(4, { title: 'y', ...positionOf(2) }),
      challenge(5, { title: 'x', ...positionOf(2) }),
    ];
    const board = assembleScoreboard({ ...parts, challenges, rows: [] });
    expect(board.challenges.Web?.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });

  it.each([
    [0, { position: 0 }],
    [null, {}],
    [undefined, {}],
  ])('has of %j the member %j', (position, member) => {
    expect(positionOf(position)).toEqual(member);
  });
});

describe('emptyRow', () => {
  it('is that of a team without solves', () => {
    const team = { id: 4, name: 'T', bio: 'b', avatar: 'a', divisionId: 2 };
    expect(emptyRow(team)).toEqual({
      ...team,
      score: 0,
      rank: 0,
      divisionRank: null,
      lastSubmissionTime: minimumInstant,
      solvedChallenges: [],
      solvedCount: 0,
    });
    expect(minimumInstant).toBe(Date.parse('0001-01-01T00:00:00.000Z'));
  });
});

describe('a board', () => {
  it('orders and ranks its rows, overall and in each division', () => {
    const rows = [
      row(1, { score: 10, divisionId: 1 }),
      row(2, { score: 30, divisionId: 2 }),
      row(3, { score: 20, divisionId: 1 }),
      row(4, { score: 20, divisionId: 2 }),
      row(5, { score: 5, divisionId: 9 }),
      row(6, { score: 1 }),
    ];
    const board = assembleScoreboard({ ...parts, rows });
    expect(ranks(board.items)).toEqual([
      [2, 0, 1],
      [3, 1, 1],
      [4, 0, 2],
      [1, 2, 2],
      [5, 3, 1],
      [6, 4, null],
    ]);
    expect(board).toMatchObject({ updateTimeUtc: 7, bloodBonus: 3, divisions: parts.divisions, challengeCount: 0 });
    expect(ranks(rows).every(([, rank]) => rank === 0)).toBe(true);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('keeps rows whose ranks stay, and replaces those that got another one', () => {
    const rows = [
      row(1, { divisionId: 1, rank: 1, divisionRank: 1 }),
      row(2, { divisionId: 1, rank: 2, divisionRank: 3 }),
      row(3, { divisionId: 1, rank: 4, divisionRank: 3 }),
    ];
    const { items } = assembleOrdered({ ...parts, rows });
    expect(items[0]).toBe(rows[0]);
    expect(items[1]).not.toBe(rows[1]);
    expect(items[2]).not.toBe(rows[2]);
    expect(ranks(items)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
  });

  it('draws the first ten of all and of each division', () => {
    expect(timelineTeamsMax).toBe(10);
    const rows = Array.from({ length: 24 }, (_, at) => row(at + 1, { divisionId: at % 2 === 0 ? 1 : 2 }));
    const { timelines } = assembleOrdered({ ...parts, rows });
    const drawn = timelines.map(({ divisionId, teams }) => [divisionId, teams.map(({ id }) => id)]);
    const odd = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
    expect(drawn).toEqual([
      [0, odd],
      [1, odd],
      [2, odd.map((id) => id + 1)],
    ]);
  });

  it('has an overall timeline when there are no teams', () => {
    const { timelines, items } = assembleOrdered({ ...parts, rows: [] });
    expect([timelines, items]).toEqual([[{ divisionId: 0, teams: [] }], []]);
  });

  it('groups challenges by category, title and number', () => {
    const challenges = [
      challenge(1, { category: 'Web', title: 'b' }),
      challenge(2, { category: 'Web', title: 'A' }),
      challenge(4, { category: 'Misc', title: 'z' }),
      challenge(6, { category: 'Web', title: 'b' }),
      challenge(5, { category: 'Web', title: 'b' }),
    ];
    const board = assembleOrdered({ ...parts, rows: [], challenges });
    expect(Object.entries(board.challenges).map(([name, list]) => [name, list.map(({ id }) => id)])).toEqual([
      ['Misc', [4]],
      ['Web', [2, 1, 5, 6]],
    ]);
    expect(board.challengeCount).toBe(5);
    expect(challenges.map(({ id }) => id)).toEqual([1, 2, 4, 6, 5]);
  });
});

describe('the order of the ranking', () => {
  it.each([
    ['more points', { score: 2 }, { score: 1 }],
    ['an earlier last solve', { lastSubmissionTime: 1 }, { lastSubmissionTime: 2 }],
    ['more points though later', { score: 2, lastSubmissionTime: 2 }, { score: 1, lastSubmissionTime: 1 }],
  ])('puts %s first', (_, first, second) => {
    expect(compareRows(row(2, first), row(1, second))).toBeLessThan(0);
    expect(compareRows(row(1, second), row(2, first))).toBeGreaterThan(0);
  });

  it('puts the lower number first where all else is equal', () => {
    expect(compareRows(row(1), row(2))).toBeLessThan(0);
    expect(compareRows(row(2), row(1))).toBeGreaterThan(0);
    expect(compareRows(row(1), row(1))).toBe(0);
  });

  it.each([
    ['a', 'B', -1],
    ['B', 'a', 1],
    ['A', 'a', -1],
    ['a', 'A', 1],
    ['a', 'a', 0],
  ])('compares the titles %s and %s as %i', (a, b, order) => expect(compareTitles(a, b)).toBe(order));
});

describe('insertSolve', () => {
  it.each([
    ['at the end', [solve(1, 10), solve(2, 20)], solve(3, 30), [1, 2, 3]],
    ['at the beginning', [solve(1, 10), solve(2, 20)], solve(3, 5), [3, 1, 2]],
    ['between', [solve(1, 10), solve(2, 20)], solve(3, 15), [1, 3, 2]],
    ['by number among those of one instant', [solve(1, 10), solve(4, 10)], solve(3, 10), [1, 3, 4]],
    ['behind a higher number of an earlier instant', [solve(4, 5), solve(5, 10)], solve(3, 10), [4, 3, 5]],
    ['into an empty list', [], solve(3, 10), [3]],
  ])('puts a solve %s', (_, list, one, expected) => {
    const solves = [...list];
    insertSolve(solves, one);
    expect(solves.map(({ id }) => id)).toEqual(expected);
  });
});

it('a timeline adds up the points of a team', () => {
  expect(timelineOf(row(3, { solvedChallenges: [solve(1, 10, 5), solve(2, 20, 0), solve(3, 30, 7)] }))).toEqual({
    id: 3,
    name: 'T3',
    items: [
      { time: 10, score: 5 },
      { time: 20, score: 5 },
      { time: 30, score: 12 },
    ],
  });
});
