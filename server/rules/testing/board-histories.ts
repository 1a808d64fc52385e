import { type ChallengeCategory, challengeCategories, type Requirement, scoreCurves } from '@vexil/db/enums/challenge';
import { allPermissions, divisionKinds } from '@vexil/db/enums/division';
import type { BloodPoints } from '@vexil/db/enums/game';
import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import fc from 'fast-check';
import { expect } from 'vitest';
import { listPermissions, permissionMask } from '../permission.rules';
import { defaultBloodBonus, packBloodBonus } from '../score.rules';
import { defaultScoreCurve } from '../score-curve.rules';
import type { Scoreboard } from '../scoreboard.board.rules';
import type { ScoreboardDelta } from '../scoreboard.delta.rules';
import { changedAt, decidedAt } from '../scoreboard.freeze.rules';
import { type AwardFacts, type ScoreboardFacts, type SolveFacts, stands } from '../scoreboard.rules';

export const start = Date.UTC(2026, 4, 1, 8);
const end = start + 100;
export const later = end + 1000;

/** One thing that happens to the facts of a game. */
export type Change = (facts: ScoreboardFacts) => ScoreboardFacts;

const mask = fc.subarray(listPermissions(allPermissions)).map((permissions) => permissionMask(permissions));
const anyMask = fc.oneof(fc.constant(allPermissions), mask);
const bonusPoints = fc.constantFrom(undefined, undefined, null, [10, 5, 1] as BloodPoints, [0, 700, 0] as BloodPoints);
const bonus = fc.constantFrom(0, defaultBloodBonus, packBloodBonus({ first: 1000, second: 0, third: 500 }), 1049624576);
const name = fc.constantFrom('ants', 'bees', 'crabs', 'Ants');
const time = fc.integer({ min: start - 10, max: end + 10 });
const curve = {
  curve: fc.constantFrom(...scoreCurves),
  originalScore: fc.constantFrom(0, 1, 10, 500, 1000),
  minScoreRate: fc.constantFrom(0, 0.25, 0.8, 1),
  difficulty: fc.constantFrom(0.1, 5, 10),
  minimumScore: fc.constantFrom(0, 50, 500),
  decay: fc.constantFrom(0, 1, 3, 100),
  deadline: fc.option(time),
  disableBloodBonus: fc.boolean(),
  enabled: fc.boolean(),
  requires: fc.constantFrom<Requirement | null>(null, null, { challengeIds: [1], count: null, lockedShown: false }),
};
const looks = { title: name, category: fc.constantFrom<ChallengeCategory>(...challengeCategories.slice(0, 3)) };
const divisionId = fc.option(fc.integer({ min: 1, max: 3 }));
const kind = fc.constantFrom(null, ...divisionKinds);
const index = fc.nat({ max: 7 });

/** A small game before its first solve, in which every rule of a board can matter. */
export const someFacts: fc.Arbitrary<ScoreboardFacts> = fc.record({
  game: fc.record({
    id: fc.constant(1),
    start: fc.constant(start),
    end: fc.constant(end),
    bloodBonus: bonus,
    bloodBonusPoints: bonusPoints,
  }),
  divisions: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          name,
          kind,
          scoresAlone: fc.boolean(),
          defaultPermissions: anyMask,
          challengeConfigs: fc.uniqueArray(
            fc.record({ challengeId: fc.integer({ min: 1, max: 5 }), permissions: anyMask }),
            { maxLength: 2, selector: ({ challengeId }) => challengeId },
          ),
        }),
      ),
    ),
  ),
  participations: fc
    .array(
      fc.record({
        teamName: name,
        bio: fc.constant(null),
        avatar: fc.constant(null),
        divisionId,
        status: fc.constantFrom('Accepted', 'Accepted', 'Accepted', ...storedParticipationStatuses),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((list) => list.map((one, at) => ({ id: 100 + at, teamId: at + 1, ...one }))),
  challenges: fc
    .array(fc.record({ ...looks, ...curve }), { minLength: 1, maxLength: 5 })
    .map((list) => list.map((one, at) => ({ id: at + 1, ...one }))),
  solves: fc.constant([]),
  awards: fc.constant([]),
});

/** One more solve: mostly in order of time, sometimes as clocks that disagree would have it. */
export const newSolve: fc.Arbitrary<Change> = fc
  .record({ team: index, challenge: index, time, userName: name, disorder: fc.boolean() })
  .map(({ team, challenge, disorder, ...rest }) => (facts) => {
    const participationId = facts.participations[team % facts.participations.length]?.id ?? 0;
    const challengeId = facts.challenges[challenge % facts.challenges.length]?.id ?? 0;
    const known = facts.solves.some(
      (one) => one.participationId === participationId && one.challengeId === challengeId && stands(one),
    );
    if (known) return facts;
    const last = facts.solves.reduce((max, one) => Math.max(max, one.submissionId), 0);
    const lastTime = facts.solves.reduce((max, one) => Math.max(max, one.time), start - 10);
    const solve: SolveFacts = { ...rest, participationId, challengeId, submissionId: last + 1 };
    if (!disorder) solve.time = lastTime + (solve.time % 12);
    return { ...facts, solves: [...facts.solves, solve] };
  });

/** An award is given, or an earlier one taken back, at a time after all that happened. */
const newAward: fc.Arbitrary<Change> = fc
  .record({
    team: index,
    points: fc.constantFrom(-100_000, -50, -1, 1, 50, 1000),
    label: fc.option(name),
    hintOf: fc.option(index),
    reason: name,
    since: fc.nat({ max: 12 }),
    back: fc.nat({ max: 30 }),
    reverses: fc.option(index, { freq: 3 }),
  })
  .map(({ team, since, back, reverses, hintOf, ...rest }) => (facts) => {
    const givenAt = lastDecision(facts) + since;
    const given = facts.awards[(reverses ?? 0) % Math.max(1, facts.awards.length)];
    if (reverses !== null && given?.reversedAt === null) {
      const awards = facts.awards.map((one) => (one === given ? { ...one, reversedAt: givenAt } : one));
      return { ...facts, awards };
    }
    const participationId = facts.participations[team % facts.participations.length]?.id ?? 0;
    const time = Math.max(start, givenAt - back);
    const challengeId = hintOf === null ? undefined : facts.challenges[hintOf % facts.challenges.length]?.id;
    const award: AwardFacts = {
      ...rest,
      id: facts.awards.length + 1,
      participationId,
      time,
      givenAt,
      reversedAt: null,
      ...(challengeId === undefined ? {} : { challengeId }),
    };
    return { ...facts, awards: [...facts.awards, award] };
  });

const lastDecision = ({ solves, awards }: ScoreboardFacts): number =>
  Math.max(start, ...solves.map(decidedAt), ...solves.map(({ time }) => time), ...awards.map(changedAt));

/** A re-judging takes one solve back, and may make another of the same pair or of any other, of an earlier moment. */
const rejudge: fc.Arbitrary<Change> = fc
  .record({
    lost: fc.option(index),
    team: index,
    challenge: index,
    since: fc.nat({ max: 12 }),
    back: fc.nat({ max: 40 }),
  })
  .map(({ lost, team, challenge, since, back }) => (facts) => {
    const at = lastDecision(facts) + since;
    const found = facts.solves.filter(stands).at((lost ?? 0) % Math.max(1, facts.solves.filter(stands).length));
    const isLost = lost !== null && found !== undefined;
    const solves = facts.solves.map((one) => (isLost && one === found ? { ...one, reversedAt: at } : one));
    const participationId = facts.participations[team % facts.participations.length]?.id ?? 0;
    const challengeId = facts.challenges[challenge % facts.challenges.length]?.id ?? 0;
    const isKnown = solves.some(
      (one) => one.participationId === participationId && one.challengeId === challengeId && stands(one),
    );
    if (isKnown) return { ...facts, solves };
    const last = solves.reduce((max, one) => Math.max(max, one.submissionId), 0);
    const time = Math.max(start, at - back);
    const pair = { participationId, challengeId, userName: 'r' };
    return { ...facts, solves: [...solves, { ...pair, submissionId: last + 1, time, givenAt: at }] };
  });

function edit<K extends 'participations' | 'challenges' | 'divisions' | 'solves'>(
  key: K,
  fields: fc.Arbitrary<Partial<ScoreboardFacts[K][number]>>,
): fc.Arbitrary<Change> {
  return fc.record({ index, fields }).map(({ index: chosen, fields: changed }) => (facts) => {
    const list: ScoreboardFacts[K][number][] = [...facts[key]];
    const at = chosen % Math.max(1, list.length);
    const old = list[at];
    if (old) list[at] = { ...old, ...changed };
    return { ...facts, [key]: list };
  });
}

function remove(key: 'participations' | 'challenges' | 'divisions' | 'solves'): fc.Arbitrary<Change> {
  return index.map((chosen) => (facts) => {
    if (facts[key].length <= 1 && key !== 'solves') return facts;
    return { ...facts, [key]: facts[key].filter((_, at) => at !== chosen % facts[key].length) };
  });
}

/** Solves, and everything that staff, teams and deletions can change under them. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: newSolve, weight: 12 },
  { arbitrary: newAward, weight: 4 },
  { arbitrary: rejudge, weight: 3 },
  edit('participations', fc.record({ status: fc.constantFrom(...storedParticipationStatuses) })),
  edit('participations', fc.record({ teamName: name, avatar: fc.option(name), bio: fc.option(name) })),
  edit('participations', fc.record({ divisionId })),
  edit('challenges', fc.record(curve)),
  edit('challenges', fc.record(looks)),
  edit('divisions', fc.record({ defaultPermissions: anyMask })),
  edit('divisions', fc.record({ kind, scoresAlone: fc.boolean() })),
  edit('divisions', fc.record({ name, challengeConfigs: fc.constant([]) })),
  edit('solves', fc.record({ userName: name })),
  edit('solves', fc.record({ time })),
  remove('challenges'),
  remove('divisions'),
  remove('participations'),
  remove('solves'),
  fc
    .record({
      bloodBonus: bonus,
      bloodBonusPoints: bonusPoints,
      start: fc.constantFrom(start, start + 20),
      end: fc.constantFrom(end, end - 20),
    })
    .map((fields) => (facts: ScoreboardFacts) => ({ ...facts, game: { ...facts.game, ...fields } })),
);

/** Equal to the last byte, order of keys included, because servers and clients compare versions by their bytes. */
export function expectSame(board: Scoreboard | null, expected: Scoreboard): void {
  expect(board).toEqual(expected);
  expect(JSON.stringify(board)).toBe(JSON.stringify(expected));
}

/** A delta as a browser gets it. */
export function overTheWire(delta: ScoreboardDelta): ScoreboardDelta {
  return JSON.parse(JSON.stringify(delta));
}

/** A game whose solves are spread evenly over teams and challenges, none twice. */
export function largeFacts(size: { teams: number; challenges: number; solves: number }): ScoreboardFacts {
  const { teams, challenges, solves } = size;
  return {
    game: { id: 1, start, end, bloodBonus: defaultBloodBonus },
    divisions: [],
    participations: Array.from({ length: teams }, (_, at) => ({
      id: 10_000 + at,
      teamId: at + 1,
      teamName: `team ${at + 1}`,
      bio: null,
      avatar: null,
      divisionId: null,
      status: 'Accepted',
    })),
    challenges: Array.from({ length: challenges }, (_, at) => ({
      id: at + 1,
      title: `challenge ${at + 1}`,
      category: challengeCategories[at % challengeCategories.length] ?? 'Misc',
      enabled: true,
      ...defaultScoreCurve,
      minScoreRate: 0.1,
      difficulty: 100,
      deadline: null,
      disableBloodBonus: false,
    })),
    solves: Array.from({ length: solves }, (_, at) => ({
      participationId: 10_000 + (at % teams),
      challengeId: ((at + Math.floor(at / teams)) % challenges) + 1,
      submissionId: at + 1,
      userName: `player ${at % teams}`,
      time: start + Math.floor((at * 99) / solves),
    })),
    awards: [],
  };
}
