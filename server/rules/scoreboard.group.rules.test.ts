import { describe, expect, it } from 'vitest';
import { challengesFor, groupOf, mainGroup, scoringAlone } from './scoreboard.group.rules';

describe('a group', () => {
  it('is that of all, but of a division that scores alone', () => {
    const alone = scoringAlone([{ id: 5, scoresAlone: true }, { id: 6, scoresAlone: false }, { id: 7 }]);
    expect(alone).toEqual(new Set([5]));
    expect([5, 6, 7, null].map((id) => groupOf(id, alone))).toEqual([5, mainGroup, mainGroup, mainGroup]);
    expect(groupOf(null, { has: () => true })).toBe(mainGroup);
  });

  it('has its own values of the challenges, and all else of them', () => {
    const common = { score: 100, solved: 9, bloods: [] };
    const own = { score: 500, solved: 1, bloods: [] };
    const challenges = { Web: [{ id: 1, title: 'Kettle', ...common }], Misc: [{ id: 2, title: 'Lamp', ...common }] };
    const divisionValues = [{ divisionId: 5, challenges: [{ id: 1, ...own }] }];
    const board = { challenges, divisionValues };
    expect(challengesFor(board, 5)).toEqual({ ...challenges, Web: [{ id: 1, title: 'Kettle', ...own }] });
    for (const other of [null, 6]) expect(challengesFor(board, other)).toBe(challenges);
    expect(challengesFor({ challenges }, 5)).toBe(challenges);
  });
});
