import type { ChallengeType } from '@vexil/db/enums/challenge';
import { gamePermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { type BloodCandidate, type FlagOwner, findBloods, judge, shownResult, type WaitingSubmission } from './judge';

let lastId = 0;
const answer = (answerHash: string, values: Partial<WaitingSubmission> = {}): WaitingSubmission => {
  lastId += 1;
  return {
    id: lastId,
    participationId: 1,
    accountId: null,
    userName: 'kim',
    teamName: 'ants',
    participationStatus: 'Accepted',
    divisionId: null,
    answerHash,
    time: 1_000,
    instance: { flagHash: null, submissionCount: 1 },
    solved: false,
    ...values,
  };
};
const handed = (flagHash: string | null) => ({ instance: { flagHash, submissionCount: 1 } });
const results = (type: ChallengeType, shared: string[], given: WaitingSubmission[], owners: FlagOwner[] = []) =>
  judge({ type, flagHashes: new Set(shared) }, given, owners).map(({ result }) => result);

describe('judge', () => {
  it.each<[string, ChallengeType, string[], WaitingSubmission, string]>([
    ['any shared flag of a static challenge', 'StaticAttachment', ['a', 'b'], answer('b'), 'Accepted'],
    ['a shared flag of a static container', 'StaticContainer', ['a'], answer('a'), 'Accepted'],
    ['none of the shared flags', 'StaticAttachment', ['a'], answer('c'), 'WrongAnswer'],
    ['the own flag of a dynamic container', 'DynamicContainer', [], answer('own', handed('own')), 'Accepted'],
    ['the own flag of a dynamic attachment', 'DynamicAttachment', [], answer('own', handed('own')), 'Accepted'],
    ['a flag that was never handed out', 'DynamicContainer', [], answer('own', handed(null)), 'WrongAnswer'],
    ['a shared flag where flags differ by team', 'DynamicAttachment', ['a'], answer('a', handed('own')), 'WrongAnswer'],
    [
      'anything without a copy of the challenge',
      'StaticAttachment',
      ['a'],
      answer('a', { instance: null }),
      'NotFound',
    ],
  ])('judges %s', (_title, type, shared, given, result) => {
    expect(results(type, shared, [given])).toEqual([result]);
  });

  it('counts the first accepted answer of a team as its solve, and no later one', () => {
    const given = [
      answer('x'),
      answer('a'),
      answer('a'),
      answer('a', { participationId: 2, solved: true }),
      answer('a', { participationId: 3 }),
    ];
    const verdicts = judge({ type: 'StaticAttachment', flagHashes: new Set(['a']) }, given, []);
    expect(verdicts.map(({ solves }) => solves)).toEqual([false, true, false, false, true]);
    expect(verdicts.map(({ result }) => result)).toEqual(['WrongAnswer', ...Array(4).fill('Accepted')]);
  });

  it("finds whose flag an answer is, and never one's own", () => {
    const owners = [
      { flagHash: 'theirs', participationId: 2, teamName: 'bees' },
      { flagHash: 'theirs', participationId: 3, teamName: 'wasps' },
      { flagHash: 'own', participationId: 1, teamName: 'ants' },
    ];
    const given = [answer('theirs', handed('own')), answer('own', handed('own')), answer('none', handed('own'))];
    const verdicts = judge({ type: 'DynamicContainer', flagHashes: new Set() }, given, owners);
    expect(verdicts.map(({ result, owner }) => [result, owner?.teamName])).toEqual([
      ['CheatDetected', 'bees'],
      ['Accepted', undefined],
      ['WrongAnswer', undefined],
    ]);
  });

  it('shows players cheating as a wrong answer', () => {
    expect(shownResult('CheatDetected')).toBe('WrongAnswer');
    expect(shownResult('Accepted')).toBe('Accepted');
  });
});

describe('findBloods', () => {
  const { GetBlood, GetScore } = gamePermissions;
  const facts = {
    game: { start: 0, end: 10_000 },
    challenge: { id: 7, deadline: null as number | null, disableBloodBonus: false },
    divisions: new Map([
      [1, { defaultPermissions: GetBlood, challengePermissions: new Map() }],
      [2, { defaultPermissions: GetScore, challengePermissions: new Map([[8, GetBlood]]) }],
    ]),
  };
  const solve = (name: string, values: Partial<BloodCandidate> = {}) => ({
    name,
    participationStatus: 'Accepted' as const,
    divisionId: null,
    time: 1_000,
    ...values,
  });
  const found = (given: Parameters<typeof findBloods>[0], earlier: BloodCandidate[], solves: BloodCandidate[]) =>
    findBloods(given, earlier, solves).map(({ type, solve: by }) => [(by as ReturnType<typeof solve>).name, type]);

  it('gives three places in order of arrival', () => {
    expect(
      found(
        facts,
        [],
        ['a', 'b', 'c', 'd'].map((name) => solve(name)),
      ),
    ).toEqual([
      ['a', 'FirstBlood'],
      ['b', 'SecondBlood'],
      ['c', 'ThirdBlood'],
    ]);
  });

  it('goes on where earlier solves ended, and ends at the third', () => {
    expect(found(facts, [solve('a')], [solve('b')])).toEqual([['b', 'SecondBlood']]);
    expect(found(facts, [solve('a'), solve('b'), solve('c')], [solve('d')])).toEqual([]);
  });

  it.each<[string, Partial<BloodCandidate>]>([
    ['before the start', { time: -1 }],
    ['at the end', { time: 10_000 }],
    ['of a suspended team', { participationStatus: 'Suspended' }],
    ['of a division without the permission', { divisionId: 2 }],
  ])('passes over a solve %s, earlier or new', (_title, values) => {
    expect(found(facts, [], [solve('x', values), solve('b')])).toEqual([['b', 'FirstBlood']]);
    expect(found(facts, [solve('x', values)], [solve('b')])).toEqual([['b', 'FirstBlood']]);
  });

  it('needs no points, and a division that is gone has every permission', () => {
    expect(found(facts, [], [solve('a', { divisionId: 1 }), solve('b', { divisionId: 99 })])).toHaveLength(2);
  });

  it('gives none after the deadline of the challenge, nor where bloods are off', () => {
    const late = { ...facts, challenge: { ...facts.challenge, deadline: 500 } };
    const off = { ...facts, challenge: { ...facts.challenge, disableBloodBonus: true } };
    expect(found(late, [], [solve('a', { time: 501 }), solve('b', { time: 500 })])).toEqual([['b', 'FirstBlood']]);
    expect(found(off, [], [solve('a')])).toEqual([]);
  });
});
