import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import {
  assembleScoreboard,
  emptyRow,
  type Scoreboard,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  type ScoreboardSolve,
  withAwards,
} from './scoreboard.board.rules';
import { applyScoreboardDelta, noChanges, type ScoreboardChanges } from './scoreboard.delta.rules';
import { deltaEntriesMax, limitDelta, scoreboardDelta } from './scoreboard.diff.rules';

const challenge: ScoreboardChallenge = {
  id: 1,
  title: 'one',
  category: 'Web',
  score: 100,
  solved: 0,
  deadline: 5000,
  bloods: [],
  disableBloodBonus: true,
};
const look = { name: 'Cloud', icon: 'Web', colour: 'Pwn' } as const;
const other: ScoreboardChallenge = { ...challenge, id: 2, title: 'two' };
const division: ScoreboardDivision = { id: 9, name: 'D', defaultPermissions: allPermissions, challengeConfigs: {} };
const solveOf = (id: number, fields: Partial<ScoreboardSolve> = {}): ScoreboardSolve => ({
  id,
  score: 100,
  type: 'Normal',
  userName: 'u',
  time: 10 * id,
  ...fields,
});
function row(id: number, solves: ScoreboardSolve[] = [], fields: Partial<ScoreboardRow> = {}): ScoreboardRow {
  const scoring = solves.filter(({ score }) => score !== 0).map(({ time }) => time);
  const empty = emptyRow({ id, name: `T${id}`, bio: 'bio', avatar: 'picture', divisionId: 9 });
  return {
    ...empty,
    score: solves.reduce((sum, { score }) => sum + score, 0),
    lastSubmissionTime: Math.max(empty.lastSubmissionTime, ...scoring),
    solvedChallenges: solves,
    solvedCount: solves.length,
    ...fields,
  };
}

interface Parts {
  time: number;
  bonus: number;
  divisions: ScoreboardDivision[];
  challenges: ScoreboardChallenge[];
  rows: ScoreboardRow[];
}
function board(parts: Partial<Parts> = {}): Scoreboard {
  return assembleScoreboard({
    updateTimeUtc: parts.time ?? 1,
    bloodBonus: parts.bonus ?? 0,
    divisions: parts.divisions ?? [division],
    challenges: parts.challenges ?? [challenge, other],
    rows: parts.rows ?? [row(1, [solveOf(1)]), row(2)],
  });
}
const award = (id: number, points: number) => ({ id, points, reason: 'r', label: null, time: 10 * id });
const blood = (id: number) => ({ id, name: `T${id}`, avatar: 'picture', submitTimeUtc: 10 });
const nothing = noChanges(2);
const info = { title: 'one', category: 'Web', deadline: 5000, disableBloodBonus: true } as const;
const same = { id: 1, score: 100, solved: 0, bloods: [], info: null };

describe('the delta between two boards', () => {
  it.each<[what: string, from: Partial<Parts>, to: Partial<Parts>, says: Partial<ScoreboardChanges>]>([
    ['nothing', {}, {}, {}],
    ['another bonus', {}, { bonus: 5 }, { bloodBonus: 5 }],
    [
      'another mask of a division',
      {},
      { divisions: [{ ...division, defaultPermissions: 1 }] },
      {
        divisions: [{ ...division, defaultPermissions: 1 }],
      },
    ],
    [
      'another value',
      {},
      { challenges: [{ ...challenge, score: 90 }, other], rows: [row(1, [solveOf(1, { score: 90 })]), row(2)] },
      {
        challenges: [{ ...same, score: 90 }],
      },
    ],
    [
      'another number of solves',
      {},
      { challenges: [{ ...challenge, solved: 1 }, other] },
      {
        challenges: [{ ...same, solved: 1 }],
      },
    ],
    [
      'a title',
      {},
      { challenges: [{ ...challenge, title: 'uno' }, other] },
      {
        challenges: [{ ...same, info: { ...info, title: 'uno' } }],
      },
    ],
    [
      'a category',
      {},
      { challenges: [{ ...challenge, category: 'Misc' }, other] },
      {
        challenges: [{ ...same, info: { ...info, category: 'Misc' } }],
      },
    ],
    [
      'a position',
      {},
      { challenges: [{ ...challenge, position: 3 }, other] },
      { challenges: [{ ...same, info: { ...info, position: 3 } }] },
    ],
    ...(['name', 'icon', 'colour'] as const).map((member): [string, Partial<Parts>, Partial<Parts>, object] => [
      `the ${member} of an own category`,
      { challenges: [{ ...challenge, customCategory: look }, other] },
      { challenges: [{ ...challenge, customCategory: { ...look, [member]: 'AI' } }, other] },
      { challenges: [{ ...same, info: { ...info, customCategory: { ...look, [member]: 'AI' } } }] },
    ]),
    [
      'an own category that is gone',
      { challenges: [{ ...challenge, customCategory: look }, other] },
      {},
      { challenges: [{ ...same, info }] },
    ],
    [
      'a deadline',
      {},
      { challenges: [{ ...challenge, deadline: null }, other] },
      {
        challenges: [{ ...same, info: { ...info, deadline: null } }],
      },
    ],
    [
      'whether bloods raise points',
      {},
      { challenges: [{ ...challenge, disableBloodBonus: false }, other] },
      {
        challenges: [{ ...same, info: { ...info, disableBloodBonus: false } }],
      },
    ],
    [
      'a new challenge',
      { challenges: [other], rows: [row(1), row(2)] },
      { rows: [row(1), row(2)] },
      {
        challenges: [{ ...same, info }],
      },
    ],
    [
      'a challenge that went, with its solves',
      {},
      { challenges: [other], rows: [row(1), row(2)] },
      {
        removedChallenges: [1],
      },
    ],
    [
      'a blood',
      {},
      {
        challenges: [{ ...challenge, bloods: [blood(1)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2)],
      },
      { challenges: [{ ...same, bloods: [1] }] },
    ],
    [
      'a blood of another team',
      {
        challenges: [{ ...challenge, bloods: [blood(1)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2, [solveOf(1)])],
      },
      {
        challenges: [{ ...challenge, bloods: [blood(2)] }, other],
        rows: [row(1, [solveOf(1)]), row(2, [solveOf(1, { type: 'FirstBlood' })])],
      },
      { challenges: [{ ...same, bloods: [2] }] },
    ],
    [
      'the loss of the second blood of two',
      {
        challenges: [{ ...challenge, bloods: [blood(1), blood(2)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2, [solveOf(1, { type: 'SecondBlood' })])],
      },
      {
        challenges: [{ ...challenge, bloods: [blood(1)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2, [solveOf(1)])],
      },
      { challenges: [{ ...same, bloods: [1] }] },
    ],
    [
      'nothing where bloods stay',
      {
        challenges: [{ ...challenge, bloods: [blood(1)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2)],
      },
      {
        challenges: [{ ...challenge, bloods: [blood(1)] }, other],
        rows: [row(1, [solveOf(1, { type: 'FirstBlood' })]), row(2)],
      },
      {},
    ],
    [
      'a challenge that went while the solve of another stays',
      { rows: [row(1, [solveOf(1), solveOf(2)]), row(2)] },
      { challenges: [other], rows: [row(1, [solveOf(2)]), row(2)] },
      { removedChallenges: [1] },
    ],
    [
      'a solve',
      {},
      { rows: [row(1, [solveOf(1), solveOf(2)]), row(2)] },
      {
        solves: [{ teamId: 1, challengeId: 2, userName: 'u', time: 20, scores: true }],
      },
    ],
    [
      'a solve worth nothing',
      {},
      { rows: [row(1, [solveOf(1), solveOf(2, { score: 0 })]), row(2)] },
      {
        solves: [{ teamId: 1, challengeId: 2, userName: 'u', time: 20, scores: false }],
      },
    ],
    [
      'an earlier solve',
      { rows: [row(1, [solveOf(2)]), row(2)] },
      { rows: [row(1, [solveOf(1), solveOf(2)]), row(2)] },
      {
        solves: [{ teamId: 1, challengeId: 1, userName: 'u', time: 10, scores: true }],
      },
    ],
    [
      'a team',
      {},
      { rows: [row(1, [solveOf(1)]), row(2), row(3, [solveOf(2)])] },
      {
        rows: [{ id: 3, name: 'T3', bio: 'bio', avatar: 'picture', divisionId: 9, reset: true }],
        solves: [{ teamId: 3, challengeId: 2, userName: 'u', time: 20, scores: true }],
      },
    ],
    ['a team that went', {}, { rows: [row(1, [solveOf(1)])] }, { removedRows: [2] }],
    [
      'a name',
      {},
      { rows: [row(1, [solveOf(1)], { name: 'N' }), row(2)] },
      {
        rows: [{ id: 1, name: 'N', bio: 'bio', avatar: 'picture', divisionId: 9, reset: false }],
      },
    ],
    [
      'a bio',
      {},
      { rows: [row(1, [solveOf(1)], { bio: null }), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: null, avatar: 'picture', divisionId: 9, reset: false }],
      },
    ],
    [
      'a picture',
      {},
      { rows: [row(1, [solveOf(1)], { avatar: null }), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: null, divisionId: 9, reset: false }],
      },
    ],
    [
      'a division',
      {},
      { rows: [row(1, [solveOf(1)], { divisionId: null }), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: 'picture', divisionId: null, reset: false }],
      },
    ],
    [
      'another time of a solve',
      {},
      { rows: [row(1, [solveOf(1, { time: 11 })]), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: 'picture', divisionId: 9, reset: true }],
        solves: [{ teamId: 1, challengeId: 1, userName: 'u', time: 11, scores: true }],
      },
    ],
    [
      'another name of the one who solved',
      {},
      { rows: [row(1, [solveOf(1, { userName: 'w' })]), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: 'picture', divisionId: 9, reset: true }],
        solves: [{ teamId: 1, challengeId: 1, userName: 'w', time: 10, scores: true }],
      },
    ],
    [
      'a solve that went',
      {},
      { rows: [row(1), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: 'picture', divisionId: 9, reset: true }],
      },
    ],
    [
      'points that do not follow',
      {},
      { rows: [row(1, [solveOf(1, { score: 70 })]), row(2)] },
      {
        points: [{ teamId: 1, challengeId: 1, points: 70 }],
      },
    ],
    [
      'a last time that does not follow',
      {},
      { rows: [row(1, [solveOf(1)], { lastSubmissionTime: 3 }), row(2)] },
      {
        lastTimes: [{ teamId: 1, time: 3 }],
      },
    ],
    [
      'awards, those of a team without any and later ones',
      { rows: [withAwards(row(1), [award(1, 30)]), row(2)] },
      { rows: [withAwards(row(1), [award(1, 30), award(3, -20)]), withAwards(row(2), [award(2, 40)])] },
      {
        awards: [
          { teamId: 2, ...award(2, 40) },
          { teamId: 1, ...award(3, -20) },
        ],
      },
    ],
    [
      'awards that were taken back',
      { rows: [withAwards(row(1), [award(1, 30), award(3, -20)]), withAwards(row(2), [award(2, 40)])] },
      { rows: [withAwards(row(1), [award(3, -20)]), row(2)] },
      {
        removedAwards: [
          { teamId: 2, id: 2 },
          { teamId: 1, id: 1 },
        ],
      },
    ],
    [
      'another award of the same number',
      { rows: [withAwards(row(1), [award(1, 30)]), row(2)] },
      { rows: [withAwards(row(1), [award(1, 35)]), row(2)] },
      { awards: [{ teamId: 1, ...award(1, 35) }] },
    ],
    [
      'awards of a team that begins anew',
      { rows: [withAwards(row(1, [solveOf(1)]), [award(1, 30)]), row(2)] },
      { rows: [withAwards(row(1), [award(1, 30)]), row(2)] },
      {
        rows: [{ id: 1, name: 'T1', bio: 'bio', avatar: 'picture', divisionId: 9, reset: true }],
        awards: [{ teamId: 1, ...award(1, 30) }],
      },
    ],
  ])('says %s and leads there', (_, from, to, says) => {
    const [previous, next] = [board(from), board({ ...to, time: 2 })];
    const delta = scoreboardDelta(previous, next);
    expect(delta).toEqual({ ...nothing, ...says });
    expect(applyScoreboardDelta(previous, delta)).toEqual(next);
  });

  it('is a request to fetch where the boards do not fit', () => {
    const misfit = board({ time: 2, challenges: [{ ...challenge, bloods: [blood(1)] }, other], rows: [] });
    misfit.items = [row(3, [solveOf(7)])];
    expect(scoreboardDelta(board(), misfit)).toEqual({ full: true, updateTimeUtc: 2 });
  });
});

describe('limitDelta', () => {
  const entry = { id: 0 } as never;
  const lists = [
    'challenges',
    'removedChallenges',
    'rows',
    'removedRows',
    'solves',
    'points',
    'lastTimes',
    'awards',
    'removedAwards',
  ] as const;

  it('lets a thousand entries pass', () => expect(deltaEntriesMax).toBe(1000));

  it.each([...lists, 'divisions'] as const)('counts %s', (list) => {
    const of = (count: number) => ({ ...nothing, [list]: Array(count).fill({ ...division, ...(entry as object) }) });
    expect(limitDelta(of(1000))).toEqual(of(1000));
    expect(limitDelta(of(1001))).toEqual({ full: true, updateTimeUtc: 2 });
  });

  it('counts the masks of divisions and adds up the lists', () => {
    const masks = (count: number) => {
      const configs = Array.from({ length: count }, (_, id) => [id, { challengeId: id, permissions: 0 }]);
      return { ...division, challengeConfigs: Object.fromEntries(configs) };
    };
    const of = (count: number) => ({
      ...nothing,
      divisions: [masks(300), masks(count)],
      removedRows: Array(300).fill(1),
    });
    expect(limitDelta(of(398)).full).toBe(false);
    expect(limitDelta(of(399)).full).toBe(true);
  });
});
