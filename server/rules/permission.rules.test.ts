import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import {
  challengePermissions,
  divisionGrants,
  grants,
  hasPermission,
  listPermissions,
  maySubmit,
  permissionMask,
  withoutPermissions,
} from './permission.rules';

const { GetBlood, GetScore, RankOverall, SubmitFlags, ViewChallenge } = gamePermissions;

describe('permission masks', () => {
  it('name every bit by its value', () => {
    expect(gamePermissions).toEqual({
      JoinGame: 1,
      RankOverall: 2,
      RequireReview: 4,
      ViewChallenge: 256,
      SubmitFlags: 512,
      GetScore: 1024,
      GetBlood: 2048,
      AffectDynamicScore: 4096,
    });
  });

  it('of everything include the review and bits not yet defined', () => {
    expect(allPermissions).toBe(2147483647);
    expect(hasPermission(allPermissions, 'RequireReview')).toBe(true);
    expect(withoutPermissions(allPermissions, ['GetBlood']) & (1 << 20)).not.toBe(0);
  });

  it('are made of names and taken apart into them', () => {
    expect(permissionMask(['ViewChallenge', 'SubmitFlags'])).toBe(768);
    expect(listPermissions(768)).toEqual(['ViewChallenge', 'SubmitFlags']);
    expect(listPermissions(withoutPermissions(allPermissions, ['GetScore']))).not.toContain('GetScore');
    expect(permissionMask([])).toBe(0);
  });
});

describe('challengePermissions', () => {
  const division = { defaultPermissions: ViewChallenge | RankOverall, challengePermissions: new Map([[7, GetScore]]) };

  it.each([
    ['no division gives every bit', null, 7, allPermissions],
    ['a division that is gone gives every bit', undefined, 7, allPermissions],
    ['an own mask replaces the default one as a whole', division, 7, GetScore],
    ['other challenges have the default mask', division, 8, ViewChallenge | RankOverall],
    ['an own mask of nothing grants nothing', { ...division, challengePermissions: new Map([[7, 0]]) }, 7, 0],
  ])('%s', (_, of, challengeId, mask) => {
    expect(challengePermissions(of, challengeId)).toBe(mask);
  });

  it('answers for single bits', () => {
    expect(grants(division, 7, 'GetScore')).toBe(true);
    expect(grants(division, 7, 'ViewChallenge')).toBe(false);
    expect(grants(null, 7, 'GetBlood')).toBe(true);
  });
});

describe('divisionGrants', () => {
  it.each([
    ['RankOverall', null, true],
    ['RankOverall', { defaultPermissions: RankOverall }, true],
    ['RankOverall', { defaultPermissions: GetBlood }, false],
    ['JoinGame', { defaultPermissions: 0 }, false],
  ] as const)('says of %s in %o: %s', (permission, division, granted) => {
    expect(divisionGrants(division, permission)).toBe(granted);
  });

  it('reads the default mask only', () => {
    const division = { defaultPermissions: 0, challengePermissions: new Map([[7, RankOverall]]) };
    expect(divisionGrants(division, 'RankOverall')).toBe(false);
  });
});

describe('maySubmit', () => {
  it.each([
    [ViewChallenge | SubmitFlags, true],
    [ViewChallenge, false],
    [SubmitFlags, false],
    [allPermissions, true],
  ])('with mask %d is %s', (defaultPermissions, allowed) => {
    expect(maySubmit({ defaultPermissions, challengePermissions: new Map() }, 1)).toBe(allowed);
  });
});
