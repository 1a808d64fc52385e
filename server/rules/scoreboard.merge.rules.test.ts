import { describe, expect, it } from 'vitest';
import { noChanges, type ScoreboardDelta } from './scoreboard.delta.rules';
import { deltaEntriesMax } from './scoreboard.diff.rules';
import { isWithdrawal, mergeBoardChanges } from './scoreboard.merge.rules';

const solve = (teamId: number, challengeId = 1) => ({
  teamId,
  challengeId,
  userName: 'ann',
  time: teamId,
  scores: true,
});
const value = (id: number, solved: number) => ({ id, score: 500 - solved, solved, bloods: [], info: null });

const change = (from: number, delta: ScoreboardDelta, version = from + 1) => ({ from, version, delta });
const solved = (time: number, teamId: number) => ({
  ...noChanges(time),
  challenges: [value(1, teamId)],
  solves: [solve(teamId)],
});

describe('mergeBoardChanges', () => {
  it('makes one change of solves that follow one another, with the last values', () => {
    const merged = mergeBoardChanges([change(4, solved(10, 1)), change(5, solved(20, 2), 8), change(8, solved(30, 3))]);
    const delta = { ...noChanges(30), challenges: [value(1, 3)], solves: [solve(1), solve(2), solve(3)] };
    expect(merged).toEqual([change(4, delta, 9)]);
  });

  it('keeps apart what has a gap, changes more than solves, or asks for the board', () => {
    const title = { title: 'Gate', category: 'Web' as const, deadline: null, disableBloodBonus: false };
    const others: ScoreboardDelta[] = [
      { full: true, updateTimeUtc: 20 },
      { ...solved(20, 2), bloodBonus: 0 },
      { ...solved(20, 2), divisions: [] },
      { ...solved(20, 2), challenges: [{ ...value(1, 2), info: title }] },
      { ...solved(20, 2), removedChallenges: [2] },
      { ...solved(20, 2), rows: [{ id: 2, name: 'Foxes', bio: null, avatar: null, divisionId: null, reset: false }] },
      { ...solved(20, 2), removedRows: [2] },
      { ...solved(20, 2), points: [{ teamId: 1, challengeId: 1, points: 5 }] },
      { ...solved(20, 2), lastTimes: [{ teamId: 1, time: 5 }] },
    ];
    for (const delta of others) {
      const changes = [change(4, solved(10, 1)), change(5, delta), change(6, solved(30, 3))];
      expect(mergeBoardChanges(changes)).toEqual(changes);
    }
    const gap = [change(4, solved(10, 1)), change(6, solved(30, 3))];
    expect(mergeBoardChanges(gap)).toEqual(gap);
    expect(mergeBoardChanges([])).toEqual([]);
  });

  it('begins a new change where one would have more entries than a delta may have', () => {
    const changes = Array.from({ length: deltaEntriesMax }, (_, at) => change(at, solved(at, at)));
    const merged = mergeBoardChanges(changes);
    expect(merged.map(({ from, version }) => [from, version])).toEqual([
      [0, deltaEntriesMax - 1],
      [deltaEntriesMax - 1, deltaEntriesMax],
    ]);
  });
});

describe('isWithdrawal', () => {
  const changed = (delta: Partial<ReturnType<typeof noChanges>>) => ({
    from: 1,
    version: 2,
    delta: { ...noChanges(0), ...delta },
  });

  it('is a change that removes a challenge or a team, and one that says to fetch', () => {
    expect(isWithdrawal(changed({}))).toBe(false);
    expect(isWithdrawal(changed({ removedChallenges: [1] }))).toBe(true);
    expect(isWithdrawal(changed({ removedRows: [1] }))).toBe(true);
    expect(isWithdrawal({ from: 1, version: 2, delta: { full: true, updateTimeUtc: 0 } })).toBe(true);
  });
});
