import type { Division } from '@vexil/contract/division';
import { allPermissions } from '@vexil/db/enums/division';
import { permissionMask, withoutPermissions } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { buildChallengeInfo } from '../../testing/organiser';
import { categoryKey } from '../../ui/category';
import {
  applyEdits,
  cellKey,
  defaults,
  effectiveMask,
  followDefaults,
  listRows,
  pendingEdits,
  setPermission,
  shareOf,
  storedMask,
  summarise,
} from './matrix';

const noBlood = withoutPermissions(allPermissions, ['GetBlood']);
const guests: Division = {
  id: 4,
  name: 'Guests',
  inviteCode: null,
  defaultPermissions: allPermissions,
  challengeConfigs: [{ challengeId: 11, permissions: noBlood }],
  kind: null,
  ruleText: '',
  scoresAlone: false,
  version: 1,
};
const students: Division = { ...guests, id: 5, name: 'Students', challengeConfigs: [] };
const own = { divisionId: 4, challengeId: 11 };
const plain = { divisionId: 5, challengeId: 11 };

describe('a cell', () => {
  it('has the mask of its exception, else the default one', () => {
    expect([storedMask(guests, 11), storedMask(guests, 12), effectiveMask(guests, 12)]).toEqual([
      noBlood,
      null,
      allPermissions,
    ]);
    expect(storedMask(guests, defaults)).toBe(allPermissions);
  });

  it.each([
    [allPermissions, 'all'],
    [permissionMask(['SubmitFlags', 'GetScore']), 'hidden'],
    [permissionMask(['ViewChallenge']), 'viewOnly'],
    [permissionMask(['ViewChallenge', 'SubmitFlags', 'JoinGame']), 2],
  ])('with the mask %d reads %s', (mask, summary) => {
    expect(summarise(mask)).toBe(summary);
  });

  it.each([
    [[allPermissions, allPermissions], 'all'],
    [[allPermissions, noBlood], 'some'],
    [[noBlood], 'none'],
  ])('group of %j grants a permission to %s', (masks, share) => {
    expect(shareOf(masks, 'GetBlood')).toBe(share);
  });
});

describe('setPermission', () => {
  const divisions = { divisions: [guests, students], stored: [guests, students] };

  it('makes exceptions only where something changes', () => {
    expect(setPermission(divisions, [own, plain], 'GetBlood', false)).toEqual({ [cellKey(plain)]: noBlood });
  });

  it('leaves no exception when a change is taken back, but keeps a stored one', () => {
    const edited = { ...divisions, divisions: [guests, applyEdits(students, { [cellKey(plain)]: noBlood })] };
    expect(setPermission(edited, [own, plain], 'GetBlood', true)).toEqual({
      [cellKey(own)]: allPermissions,
      [cellKey(plain)]: null,
    });
  });

  it('sets a default mask', () => {
    const cell = { divisionId: 5, challengeId: defaults };
    expect(setPermission(divisions, [cell], 'GetBlood', false)).toEqual({ [cellKey(cell)]: noBlood });
  });
});

describe('edits', () => {
  it('change defaults and exceptions of their own division', () => {
    const edits = { [cellKey(own)]: null, [cellKey({ divisionId: 4, challengeId: defaults })]: 1, [cellKey(plain)]: 2 };
    expect(applyEdits(guests, edits)).toEqual({ ...guests, defaultPermissions: 1, challengeConfigs: [] });
  });

  it('to follow the default leave default masks alone', () => {
    expect(followDefaults([own, { divisionId: 4, challengeId: defaults }])).toEqual({ [cellKey(own)]: null });
  });

  it('are pending only while they differ from what is stored', () => {
    const gone = cellKey({ divisionId: 6, challengeId: 11 });
    expect(pendingEdits([guests, students], { [cellKey(own)]: noBlood, [cellKey(plain)]: 2, [gone]: 3 })).toEqual({
      [cellKey(plain)]: 2,
    });
  });
});

it('listRows groups the challenges by category, in the order of the categories and the game’s own', () => {
  const cloud = { name: 'Cloud', icon: 'AI', colour: 'PPC' } as const;
  const challenges = [
    buildChallengeInfo({ id: 1, title: 'Tide', category: 'Web' }),
    buildChallengeInfo({ id: 2, title: 'Moon', category: 'Crypto' }),
    buildChallengeInfo({ id: 3, title: 'Star', category: 'Crypto' }),
    buildChallengeInfo({ id: 4, title: 'Sky', category: 'Crypto', customCategory: cloud }),
  ];
  const rows = listRows(challenges, { all: 'All', defaults: 'Defaults', category: categoryKey });
  expect(rows.map(({ kind, title, challengeIds }) => [kind, title, challengeIds])).toEqual([
    ['all', 'All', [1, 2, 3, 4]],
    ['default', 'Defaults', [defaults]],
    ['category', 'Crypto', [2, 3]],
    ['one', 'Moon', [2]],
    ['one', 'Star', [3]],
    ['category', 'Cloud', [4]],
    ['one', 'Sky', [4]],
    ['category', 'Web', [1]],
    ['one', 'Tide', [1]],
  ]);
});
