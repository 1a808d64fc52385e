import { gamePermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import {
  type BloodCandidate,
  bloodValues,
  findBloods,
  judge,
  shownResult,
  type WaitingSubmission,
} from './judge.rules';

let lastId = 0;
const answer = (answerHash: string, values: Partial<WaitingSubmission> = {}): WaitingSubmission => {
  lastId += 1;
  return {
    id: lastId,
    challengeId: 7,
    type: 'StaticAttachment',
    participationId: 1,
    accountId: null,
    userName: 'kim',
    teamName: 'ants',
    participationStatus: 'Accepted',
    divisionId: null,
    answerHash,
    time: 1_000,
    ip: null,
    status: 'FlagSubmitted',
    teamChallenge: { flagHash: null, submissionCount: 1 },
    solved: false,
    isShared: false,
    isCanary: false,
    replacedAt: null,
    owner: null,
    ...values,
  };
};
const handed = (flagHash: string | null) => ({ teamChallenge: { flagHash, submissionCount: 1 } });
const shared = { isShared: true };

describe('judge', () => {
  it('says of a canary that it is wrong and a finding, and of a right answer never', () => {
    const [found, right, unopened] = judge([
      answer('c', { isCanary: true }),
      answer('b', { ...shared, isCanary: true }),
      answer('c', { isCanary: true, teamChallenge: null }),
    ]);
    expect(found).toMatchObject({ result: 'WrongAnswer', isCanary: true, solves: false });
    expect(right).toMatchObject({ result: 'Accepted', isCanary: false });
    expect(unopened).toMatchObject({ result: 'NotFound', isCanary: false });
    expect(judge([answer('c')])[0]?.isCanary).toBe(false);
  });

  it.each<[string, WaitingSubmission, string]>([
    ['a shared flag of a static challenge', answer('b', shared), 'Accepted'],
    ['a shared flag of a static container', answer('a', { type: 'StaticContainer', ...shared }), 'Accepted'],
    ['none of the shared flags', answer('c'), 'WrongAnswer'],
    ['the own flag of a dynamic container', answer('own', { type: 'DynamicContainer', ...handed('own') }), 'Accepted'],
    [
      'the own flag of a dynamic attachment',
      answer('own', { type: 'DynamicAttachment', ...handed('own') }),
      'Accepted',
    ],
    ['a flag that was never handed out', answer('own', { type: 'DynamicContainer', ...handed(null) }), 'WrongAnswer'],
    [
      'a shared flag where flags differ by team',
      answer('a', { type: 'DynamicAttachment', ...handed('own'), ...shared }),
      'WrongAnswer',
    ],
    ['anything without a copy of the challenge', answer('a', { teamChallenge: null, ...shared }), 'NotFound'],
  ])('judges %s', (_title, given, result) => {
    expect(judge([given]).map((verdict) => verdict.result)).toEqual([result]);
  });

  it('counts the first accepted answer of a team on a challenge as its solve, and no later one', () => {
    const given = [
      answer('x'),
      answer('a', shared),
      answer('a', shared),
      answer('a', { participationId: 2, solved: true, ...shared }),
      answer('a', { participationId: 3, ...shared }),
      answer('a', { challengeId: 8, ...shared }),
    ];
    const verdicts = judge(given);
    expect(verdicts.map(({ solves }) => solves)).toEqual([false, true, false, false, true, true]);
    expect(verdicts.map(({ result }) => result)).toEqual(['WrongAnswer', ...Array(5).fill('Accepted')]);
  });

  it('names the owner of a flag that another team submits', () => {
    const owner = { participationId: 2, teamName: 'bees' };
    const dynamic = { type: 'DynamicContainer', ...handed('own') } as const;
    const given = [
      answer('theirs', { ...dynamic, owner }),
      answer('own', { ...dynamic, owner }),
      answer('none', dynamic),
    ];
    expect(judge(given).map(({ result, owner: of }) => [result, of?.teamName])).toEqual([
      ['CheatDetected', 'bees'],
      ['Accepted', undefined],
      ['WrongAnswer', undefined],
    ]);
  });

  it('judges a flag of an earlier instance by the time of its arrival, and as no cheating', () => {
    const owner = { participationId: 2, teamName: 'bees' };
    const dynamic = { type: 'DynamicContainer', ...handed('new'), time: 1_000 } as const;
    const given = [
      answer('old', { ...dynamic, replacedAt: 999, owner }),
      answer('old', { ...dynamic, replacedAt: 1_000 }),
      // Handed out again, it is the present one.
      answer('new', { ...dynamic, replacedAt: 1 }),
    ];
    expect(judge(given).map(({ result, owner: of, isEarlierFlag }) => [result, of, isEarlierFlag])).toEqual([
      ['WrongAnswer', null, true],
      ['Accepted', null, false],
      ['Accepted', null, false],
    ]);
  });

  it('shows players cheating as a wrong answer', () => {
    expect(shownResult('CheatDetected')).toBe('WrongAnswer');
    expect(shownResult('Accepted')).toBe('Accepted');
  });
});

describe('findBloods', () => {
  const { GetBlood, GetScore } = gamePermissions;
  const together = { name: 'Guests', scoresAlone: false };
  const facts = {
    game: { start: 0, end: 10_000 },
    challenge: { id: 7, deadline: null as number | null, disableBloodBonus: false },
    divisions: new Map([
      [1, { ...together, defaultPermissions: GetBlood, challengePermissions: new Map<number, number>() }],
      [
        2,
        { ...together, defaultPermissions: GetScore, challengePermissions: new Map<number, number>([[8, GetBlood]]) },
      ],
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

  it('continues after earlier solves and ends at the third', () => {
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

  it('needs no points; a deleted division grants every permission', () => {
    expect(found(facts, [], [solve('a', { divisionId: 1 }), solve('b', { divisionId: 99 })])).toHaveLength(2);
  });

  it('gives none after the deadline of the challenge, nor where bloods are off', () => {
    const late = { ...facts, challenge: { ...facts.challenge, deadline: 500 } };
    const off = { ...facts, challenge: { ...facts.challenge, disableBloodBonus: true } };
    expect(found(late, [], [solve('a', { time: 501 }), solve('b', { time: 500 })])).toEqual([['b', 'FirstBlood']]);
    expect(found(off, [], [solve('a')])).toEqual([]);
  });

  it('gives three places to each division that scores alone, and three to all others', () => {
    const alone = { ...together, scoresAlone: true, defaultPermissions: GetBlood };
    const divisions = new Map([
      ...facts.divisions,
      [3, { ...alone, name: 'Agents', challengePermissions: new Map<number, number>() }] as const,
      [4, { ...alone, name: 'Teams', challengePermissions: new Map([[7, GetScore as number]]) }] as const,
    ]);
    const by = (name: string, divisionId: number | null) => solve(name, { divisionId });
    const solves = [
      ...[by('r1', 3), by('a', null), by('r2', 3), by('r3', 3), by('b', 1), by('r4', 3), by('t', 4), by('c', null)],
      by('d', null),
    ];
    const bloods = findBloods({ ...facts, divisions }, [by('r0', 3)], solves);
    expect(bloods.map((blood) => [blood.solve.name, blood.type, blood.divisionId, blood.division])).toEqual([
      ['r1', 'SecondBlood', 3, 'Agents'],
      ['a', 'FirstBlood', 0, null],
      ['r2', 'ThirdBlood', 3, 'Agents'],
      ['b', 'SecondBlood', 0, null],
      ['c', 'ThirdBlood', 0, null],
    ]);
    expect(bloodValues('r1', 'Maze', 'Agents')).toEqual(['r1', 'Maze', 'Agents']);
    expect(bloodValues('a', 'Maze', null)).toEqual(['a', 'Maze']);
  });
});
