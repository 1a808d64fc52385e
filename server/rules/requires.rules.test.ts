import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { findRefused, lockedOf, missingOf, neededOf, withLocks, withoutRequired } from './requires.rules';

const needs = (challengeIds: number[], count: number | null = null) => ({ challengeIds, count, lockedShown: false });

describe('lockedOf', () => {
  it.each([
    [needs([1, 2]), [], true],
    [needs([1, 2]), [1], true],
    [needs([1, 2]), [2, 1], false],
    [needs([1, 2]), [3, 4, 5], true],
    [needs([1, 2], 1), [], true],
    [needs([1, 2], 1), [2], false],
    [needs([1, 2, 3], 2), [3], true],
    [needs([1, 2, 3], 2), [3, 1], false],
    [needs([1, 2, 3], 2), [1, 2, 3], false],
    [null, [], false],
  ])('of %j with %j solved: %s', (requires, solved, locked) => {
    const challenge = { id: 9, requires };
    expect(lockedOf([challenge], new Set(solved))).toEqual(locked ? [challenge] : []);
  });

  it.each([
    [needs([1, 2]), [], { missing: 2, open: [1, 2] }],
    [needs([3, 1, 2], 2), [2, 7], { missing: 1, open: [3, 1] }],
    [needs([1, 2], 1), [2], { missing: 0, open: [1] }],
  ])('of %j with %j solved misses %j', (requires, solved, missing) => {
    expect(missingOf(requires, new Set(solved))).toEqual(missing);
  });

  it('needs the whole list unless it says less', () => {
    expect([neededOf(needs([4, 5, 6])), neededOf(needs([4, 5, 6], 2))]).toEqual([3, 2]);
  });
});

describe('withLocks', () => {
  const { ViewChallenge, SubmitFlags } = gamePermissions;
  const division = {
    defaultPermissions: ViewChallenge | SubmitFlags,
    challengePermissions: new Map([[5, allPermissions]]),
  };

  it('changes nothing without a lock', () => {
    expect(withLocks(null, [])).toBeNull();
    expect(withLocks(division, [])).toBe(division);
  });

  it('hides what is locked, and keeps every other permission', () => {
    expect(withLocks(division, [{ id: 5 }, { id: 6 }])).toEqual({
      defaultPermissions: ViewChallenge | SubmitFlags,
      challengePermissions: new Map([
        [5, allPermissions - ViewChallenge],
        [6, SubmitFlags],
      ]),
    });
    expect(withLocks(division, [{ id: 6 }])?.challengePermissions.get(5)).toBe(allPermissions);
    expect(withLocks({ ...division, defaultPermissions: 0 }, [{ id: 6 }])?.defaultPermissions).toBe(0);
  });

  it('lets a team without a division do everything else', () => {
    expect(withLocks(null, [{ id: 6 }])).toEqual({
      defaultPermissions: allPermissions,
      challengePermissions: new Map([[6, allPermissions - ViewChallenge]]),
    });
  });
});

describe('withoutRequired', () => {
  it.each([
    [needs([1, 2]), 3, needs([1, 2])],
    [needs([1, 2]), 2, needs([1])],
    [needs([1, 2, 3], 3), 1, needs([2, 3], 2)],
    [needs([1, 2, 3], 1), 1, needs([2, 3], 1)],
    [needs([2]), 2, null],
  ])('of %j without %d is %j', (requires, gone, left) => {
    expect(withoutRequired(requires, gone)).toEqual(left);
  });

  it('still shows the name', () => {
    expect(withoutRequired({ ...needs([1, 2]), lockedShown: true }, 1)).toEqual({ ...needs([2]), lockedShown: true });
  });
});

describe('findRefused', () => {
  const challenges = [
    { id: 1, requires: null },
    { id: 2, requires: needs([1]) },
    { id: 3, requires: needs([2]) },
    { id: 4, requires: needs([7], 1) },
    { id: 5, requires: needs([5]) },
  ];
  it.each([
    [1, [], null],
    [9, [1, 2, 3], null],
    [3, [1], null],
    [3, [2, 4], null],
    [1, [8], { index: 0, why: 'unknown' }],
    [9, [1, 8, 6], { index: 1, why: 'unknown' }],
    [1, [1], { index: 0, why: 'circular' }],
    [1, [2], { index: 0, why: 'circular' }],
    [1, [4, 3], { index: 1, why: 'circular' }],
    [7, [1, 4], { index: 1, why: 'circular' }],
    [1, [5], null],
  ] as const)('of %d that requires %j is %j', (id, ids, refused) => {
    expect(findRefused([...challenges, { id: 9, requires: null }], id, needs([...ids]))).toEqual(refused);
  });
});
