import { describe, expect, it } from 'vitest';
import { buildChallengeEdit } from '../../testing/organiser';
import { challengeBody, challengeValues } from './challenge-form';

describe('challengeValues', () => {
  it('shows the minimum in percent, CPU in cores, and the blood bonus as enabled', () => {
    const challenge = buildChallengeEdit({ minScoreRate: 0.29, cpuCount: 15, disableBloodBonus: true });
    expect(challengeValues(challenge)).toMatchObject({ minScoreRate: 29, cpuCount: 1.5, bloodBonus: false });
  });
});

const hint = (content: string, cost: number | '') => ({ title: '', content, cost, releaseUtc: null });

describe('challengeBody', () => {
  it.each([
    ['a share', { minScoreRate: 29 }, { minScoreRate: 0.29 }],
    ['cores', { cpuCount: 0.3 }, { cpuCount: 3 }],
    ['a deadline that is taken away', { deadlineUtc: null }, { deadlineUtc: 0 }],
    ['a release that is taken back', { releaseUtc: null }, { releaseUtc: 0 }],
    ['a deadline', { deadlineUtc: 1750000000000 }, { deadlineUtc: 1750000000000 }],
    ['the bonus', { bloodBonus: false }, { disableBloodBonus: true }],
    [
      'hints, without the empty ones',
      { hintList: [hint('Look up', ''), hint(' ', 5), hint('Look down', 50)] },
      { hintList: [hint('Look up', 0), hint('Look down', 50)] },
    ],
    ['no next challenge', { next: null }, { next: 0 }],
    ['a next challenge', { next: '12' }, { next: 12 }],
  ])("sends %s in the contract's form", (_, changed, body) => {
    expect(challengeBody(changed)).toEqual(body);
  });
});
