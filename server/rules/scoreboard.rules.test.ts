import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { withoutPermissions } from './permission.rules';
import { packBloodBonus } from './score.rules';
import { defaultScoreCurve } from './score-curve.rules';
import { compareTitles, minimumInstant, type Scoreboard } from './scoreboard.board.rules';
import {
  type AwardFacts,
  type ChallengeFacts,
  computeScoreboard,
  type ParticipationFacts,
  type ScoreboardFacts,
  type SolveFacts,
} from './scoreboard.rules';

const start = Date.UTC(2026, 4, 1, 8);
const end = at(100);

function at(minute: number): number {
  return start + minute * 60_000;
}

function challenge(fields: Partial<ChallengeFacts> & { id: number }): ChallengeFacts {
  return {
    title: `challenge ${fields.id}`,
    category: 'Web',
    enabled: true,
    ...defaultScoreCurve,
    deadline: null,
    disableBloodBonus: false,
    ...fields,
  };
}

/** The participation of team n has the id 100 + n. */
function participation(teamId: number, fields: Partial<ParticipationFacts> = {}): ParticipationFacts {
  const team = { id: 100 + teamId, teamId, teamName: `T${teamId}`, bio: null, avatar: null };
  return { ...team, divisionId: null, status: 'Accepted', ...fields };
}

function solve(teamId: number, challengeId: number, minute: number, submissionId = minute * 10): SolveFacts {
  const userName = `player of T${teamId}`;
  return { participationId: 100 + teamId, challengeId, submissionId, userName, time: at(minute) };
}

function facts(fields: Partial<ScoreboardFacts>): ScoreboardFacts {
  const game = { id: 1, start, end, bloodBonus: 52459530 };
  return { game, divisions: [], participations: [], challenges: [], solves: [], awards: [], ...fields };
}

function rowOf(board: Scoreboard, teamId: number) {
  return board.items.find(({ id }) => id === teamId);
}

function challengeOf(board: Scoreboard, challengeId: number) {
  return Object.values(board.challenges)
    .flat()
    .find(({ id }) => id === challengeId);
}

const main = 1;
const guest = 2;
const example = facts({
  divisions: [
    {
      id: guest,
      name: 'Guest',
      defaultPermissions: withoutPermissions(allPermissions, ['RankOverall', 'GetBlood', 'AffectDynamicScore']),
      challengeConfigs: [],
    },
    { id: main, name: 'Main', defaultPermissions: allPermissions, challengeConfigs: [] },
  ],
  participations: [
    participation(1, { divisionId: main }),
    participation(2, { divisionId: main }),
    participation(3, { divisionId: guest }),
    participation(4, { divisionId: main }),
    participation(5, { divisionId: main, status: 'Suspended' }),
    participation(6, { divisionId: main }),
  ],
  challenges: [challenge({ id: 1, title: 'A' }), challenge({ id: 2, title: 'B', originalScore: 500, minScoreRate: 1 })],
  solves: [
    solve(4, 2, 120),
    solve(3, 1, 5),
    solve(5, 1, 8),
    solve(1, 1, 10),
    solve(2, 1, 20),
    solve(4, 1, 30),
    solve(2, 2, 40),
  ],
});

describe('awards', () => {
  const award = (id: number, teamId: number, minute: number, points: number, fields: Partial<AwardFacts> = {}) => {
    const common = { id, participationId: 100 + teamId, points, reason: `r${id}`, label: null };
    return { ...common, time: at(minute), givenAt: at(minute + 1), reversedAt: null, ...fields };
  };
  const awards = [award(4, 2, 50, -600), award(1, 4, 30, 20, { label: 'quiz' }), award(2, 4, 20, 5)];
  const board = computeScoreboard({ ...example, awards }, at(130));

  it('count for the score and the rank, and never for the last time', () => {
    const rows = board.items.map((row) => [row.id, row.score, row.awardPoints, row.lastSubmissionTime, row.rank]);
    expect(rows).toEqual([
      [1, 790, undefined, at(10), 1],
      [4, 785, 25, at(30), 2],
      [3, 752, undefined, at(5), 0],
      [2, 700, -600, at(40), 3],
      [6, 0, undefined, minimumInstant, 4],
    ]);
  });

  it('are listed by time, in their place before the solves, and not at all where there are none', () => {
    expect(rowOf(board, 4)?.awards).toEqual([
      { id: 2, points: 5, reason: 'r2', label: null, time: at(20) },
      { id: 1, points: 20, reason: 'r1', label: 'quiz', time: at(30) },
    ]);
    expect(Object.keys(rowOf(board, 4) ?? {}).slice(-4)).toEqual([
      'awardPoints',
      'awards',
      'solvedChallenges',
      'solvedCount',
    ]);
    expect(Object.keys(rowOf(board, 1) ?? {})).not.toContain('awards');
    expect(Object.keys(rowOf(board, 1) ?? {})).not.toContain('awardPoints');
  });

  it('of one moment are listed as they were given', () => {
    const both = computeScoreboard({ ...example, awards: [award(9, 6, 5, 1), award(3, 6, 5, 2)] }, at(130));
    expect(rowOf(both, 6)?.awards?.map(({ id }) => id)).toEqual([3, 9]);
  });

  it('move the lines of the chart, after a solve of the same moment', () => {
    const line = board.timelines[0]?.teams.find(({ id }) => id === 4);
    expect(line?.items.map(({ time, score }) => [time, score])).toEqual([
      [at(20), 5],
      [at(30), 765],
      [at(30), 785],
      [at(120), 785],
    ]);
  });

  it('may leave a team below zero, behind one without points', () => {
    const low = computeScoreboard({ ...example, awards: [award(1, 6, 1, -5), award(2, 4, 1, -800)] }, at(130));
    expect(low.items.slice(-2).map(({ id, score, rank }) => [id, score, rank])).toEqual([
      [6, -5, 3],
      [4, -40, 4],
    ]);
  });

  it('count from their time on, and of several that make nothing up the list stays', () => {
    const before = computeScoreboard({ ...example, awards }, at(30) - 1);
    expect(rowOf(before, 4)).toMatchObject({ score: 5, awardPoints: 5 });
    expect(rowOf(computeScoreboard({ ...example, awards }, at(30)), 4)).toMatchObject({ awardPoints: 25 });
    const even = computeScoreboard({ ...example, awards: [award(1, 6, 1, -5), award(2, 6, 1, 5)] }, at(130));
    expect(rowOf(even, 6)).toMatchObject({ score: 0, awardPoints: 0, awards: [{ id: 1 }, { id: 2 }] });
  });

  it.each([
    ['taken back', [award(1, 4, 30, 20, { reversedAt: at(40) })]],
    ['taken back, at a moment before that', [award(1, 4, 30, 20, { reversedAt: at(140) })]],
    ['of a suspended team', [award(1, 5, 30, 20)]],
    ['of an unknown team', [award(1, 99, 30, 20)]],
    ['later than the moment', [award(1, 4, 131, 20)]],
  ])('that were %s are as if they never were', (_, gone) => {
    expect(computeScoreboard({ ...example, awards: gone }, at(130))).toEqual(computeScoreboard(example, at(130)));
  });
});

describe('computeScoreboard, worked example', () => {
  const board = computeScoreboard(example, at(130));

  it('lists the divisions by number', () => {
    expect(board.divisions.map(({ id }) => id)).toEqual([main, guest]);
  });

  it('gives the challenges their values and bloods', () => {
    expect(challengeOf(board, 1)).toMatchObject({ score: 752, solved: 3 });
    expect(challengeOf(board, 1)?.bloods).toEqual([
      { id: 1, name: 'T1', avatar: null, submitTimeUtc: at(10) },
      { id: 2, name: 'T2', avatar: null, submitTimeUtc: at(20) },
      { id: 4, name: 'T4', avatar: null, submitTimeUtc: at(30) },
    ]);
    expect(challengeOf(board, 2)).toMatchObject({ score: 500, solved: 1 });
    expect(challengeOf(board, 2)?.bloods.map(({ id }) => id)).toEqual([2]);
  });

  it('orders and ranks the teams', () => {
    const rows = board.items.map((row) => [row.id, row.score, row.lastSubmissionTime, row.rank, row.divisionRank]);
    expect(rows).toEqual([
      [2, 1300, at(40), 1, 1],
      [1, 790, at(10), 2, 2],
      [4, 760, at(30), 3, 3],
      [3, 752, at(5), 0, 1],
      [6, 0, minimumInstant, 4, 4],
    ]);
    expect(minimumInstant).toBe(-62135596800000);
  });

  it('lists every solve with its points and type', () => {
    expect(rowOf(board, 4)).toMatchObject({ solvedCount: 2 });
    expect(rowOf(board, 4)?.solvedChallenges).toEqual([
      { id: 1, score: 760, type: 'ThirdBlood', userName: 'player of T4', time: at(30) },
      { id: 2, score: 0, type: 'Normal', userName: 'player of T4', time: at(120) },
    ]);
    expect(rowOf(board, 3)?.solvedChallenges).toMatchObject([{ score: 752, type: 'Normal' }]);
    expect(rowOf(board, 2)?.solvedChallenges).toMatchObject([
      { score: 775, type: 'SecondBlood' },
      { score: 525, type: 'FirstBlood' },
    ]);
  });

  it('draws timelines for the whole game and each division', () => {
    expect(board.timelines.map(({ divisionId, teams }) => [divisionId, teams.map(({ id }) => id)])).toEqual([
      [0, [2, 1, 4, 6]],
      [main, [2, 1, 4, 6]],
      [guest, [3]],
    ]);
    expect(board.timelines[0]?.teams[2]).toEqual({
      id: 4,
      name: 'T4',
      items: [
        { time: at(30), score: 760 },
        { time: at(120), score: 760 },
      ],
    });
  });

  it('forgets solves after the instant asked for', () => {
    const earlier = computeScoreboard(example, at(20));
    expect(challengeOf(earlier, 1)).toMatchObject({ score: 864, solved: 2 });
    expect(earlier.items.map(({ id, score }) => [id, score])).toEqual([
      [1, 907],
      [2, 890],
      [3, 864],
      [4, 0],
      [6, 0],
    ]);
    expect(earlier.updateTimeUtc).toBe(at(20));
  });
});

describe('computeScoreboard, shape', () => {
  it('is the model on the wire', () => {
    const board = computeScoreboard(
      facts({
        divisions: [
          {
            id: 2,
            name: 'guests',
            defaultPermissions: allPermissions,
            challengeConfigs: [
              { challengeId: 32, permissions: 0 },
              { challengeId: 31, permissions: 768 },
            ],
          },
        ],
        participations: [participation(7, { teamName: 'ants', avatar: '/assets/a1/avatar' })],
        challenges: [
          challenge({ id: 31, title: 'door', deadline: end, disableBloodBonus: true }),
          challenge({ id: 32, enabled: false }),
        ],
        solves: [solve(7, 31, 1), solve(7, 32, 2)],
      }),
      at(5),
    );
    expect(board).toEqual({
      updateTimeUtc: at(5),
      bloodBonus: 52459530,
      timelines: [{ divisionId: 0, teams: [{ id: 7, name: 'ants', items: [{ time: at(1), score: 1000 }] }] }],
      items: [
        {
          id: 7,
          name: 'ants',
          bio: null,
          divisionId: null,
          avatar: '/assets/a1/avatar',
          score: 1000,
          rank: 1,
          divisionRank: null,
          lastSubmissionTime: at(1),
          solvedChallenges: [{ id: 31, score: 1000, type: 'Normal', userName: 'player of T7', time: at(1) }],
          solvedCount: 1,
        },
      ],
      divisions: [
        {
          id: 2,
          name: 'guests',
          defaultPermissions: allPermissions,
          challengeConfigs: { '31': { challengeId: 31, permissions: 768 } },
        },
      ],
      challenges: {
        Web: [
          {
            id: 31,
            title: 'door',
            category: 'Web',
            score: 1000,
            solved: 1,
            deadline: end,
            bloods: [],
            disableBloodBonus: true,
          },
        ],
      },
      challengeCount: 1,
    });
  });

  it('groups challenges by number of category, then title', () => {
    const board = computeScoreboard(
      facts({
        challenges: [
          challenge({ id: 1, category: 'OSINT' }),
          challenge({ id: 2, category: 'AI', title: 'b' }),
          challenge({ id: 3, category: 'AI', title: 'A' }),
          challenge({ id: 4, category: 'AI', title: 'é' }),
          challenge({ id: 5, category: 'AI', title: 'C' }),
          challenge({ id: 6, category: 'Misc' }),
        ],
      }),
      at(0),
    );
    const ids = Object.entries(board.challenges).map(([category, group]) => [category, group.map(({ id }) => id)]);
    expect(ids).toEqual([
      ['Misc', [6]],
      ['AI', [3, 2, 5, 4]],
      ['OSINT', [1]],
    ]);
    expect(board.challengeCount).toBe(6);
    expect(board.timelines).toEqual([{ divisionId: 0, teams: [] }]);
  });

  it('replaces an impossible bonus by the default', () => {
    const bloodBonus = 1049624576;
    expect(computeScoreboard(facts({ game: { id: 1, start, end, bloodBonus } }), at(0)).bloodBonus).toBe(52459530);
  });

  it('keeps ten teams in each timeline', () => {
    const participations = Array.from({ length: 12 }, (_, index) => participation(index + 1, { divisionId: main }));
    const divisions = [{ id: main, name: 'Main', defaultPermissions: 0, challengeConfigs: [] }];
    const ranked = computeScoreboard(facts({ participations }), at(0));
    const unranked = computeScoreboard(facts({ participations, divisions }), at(0));
    expect(ranked.timelines.map(({ teams }) => teams.length)).toEqual([10, 10]);
    expect(unranked.timelines.map(({ teams }) => teams.length)).toEqual([0, 10]);
  });
});

describe('computeScoreboard, eligibility', () => {
  const board = (fields: Partial<ScoreboardFacts>) =>
    computeScoreboard(
      facts({
        participations: [participation(1, { divisionId: main }), participation(2)],
        challenges: [challenge({ id: 1, deadline: at(50) })],
        ...fields,
      }),
      at(500),
    );
  const without = (...permissions: Parameters<typeof withoutPermissions>[1]) => [
    {
      id: main,
      name: 'Main',
      defaultPermissions: withoutPermissions(allPermissions, permissions),
      challengeConfigs: [],
    },
  ];

  it.each([
    ['before the start', -1, 0, 0],
    ['at the start', 0, 1, 1050],
    ['at the deadline', 50, 1, 1050],
    ['after the deadline', 51, 0, 0],
  ])('of a solve %s', (_, minute, solved, points) => {
    const result = board({ solves: [solve(1, 1, minute)] });
    expect(challengeOf(result, 1)?.solved).toBe(solved);
    expect(challengeOf(result, 1)?.bloods).toHaveLength(solved);
    expect(rowOf(result, 1)).toMatchObject({ score: points, solvedCount: 1 });
  });

  it.each([
    ['just before the end', -1, 1],
    ['at the end', 0, 0],
  ])('of a solve %s', (_, offset, solved) => {
    const late = { ...solve(1, 1, 100), time: end + offset };
    expect(challengeOf(board({ challenges: [challenge({ id: 1 })], solves: [late] }), 1)?.solved).toBe(solved);
  });

  it('lets a blood place be taken without points', () => {
    const result = board({ divisions: without('GetScore'), solves: [solve(1, 1, 1), solve(2, 1, 2)] });
    expect(rowOf(result, 1)).toMatchObject({ score: 0, lastSubmissionTime: minimumInstant });
    expect(rowOf(result, 1)?.solvedChallenges).toMatchObject([{ score: 0, type: 'FirstBlood' }]);
    expect(rowOf(result, 2)?.solvedChallenges).toMatchObject([{ score: 890, type: 'SecondBlood' }]);
  });

  it('gives plain points without a blood place', () => {
    const result = board({ divisions: without('GetBlood'), solves: [solve(1, 1, 1), solve(2, 1, 2)] });
    expect(rowOf(result, 1)?.solvedChallenges).toMatchObject([{ score: 864, type: 'Normal' }]);
    expect(rowOf(result, 2)?.solvedChallenges).toMatchObject([{ score: 907, type: 'FirstBlood' }]);
  });

  it('leaves the value alone without the permission to affect it', () => {
    const result = board({ divisions: without('AffectDynamicScore'), solves: [solve(1, 1, 1), solve(2, 1, 2)] });
    expect(challengeOf(result, 1)).toMatchObject({ score: 1000, solved: 1 });
    expect(rowOf(result, 1)?.score).toBe(1050);
  });

  it('takes an own mask of the challenge for the default one', () => {
    const divisions = [
      {
        id: main,
        name: 'Main',
        defaultPermissions: 0,
        challengeConfigs: [{ challengeId: 1, permissions: allPermissions }],
      },
    ];
    const result = board({ divisions, solves: [solve(1, 1, 1)] });
    expect(rowOf(result, 1)).toMatchObject({ score: 1050, rank: 0, divisionRank: 1 });
  });

  it('gives all permissions to a team whose division is gone', () => {
    expect(rowOf(board({ solves: [solve(1, 1, 1)] }), 1)).toMatchObject({ score: 1050, rank: 1, divisionRank: 1 });
  });

  it('leaves out disabled challenges and teams that are not accepted', () => {
    const result = board({
      participations: [
        participation(1, { status: 'Rejected' }),
        participation(2),
        participation(3, { status: 'Pending' }),
      ],
      challenges: [challenge({ id: 1 }), challenge({ id: 2, enabled: false })],
      solves: [solve(1, 1, 1), solve(2, 1, 2), solve(3, 1, 3), solve(2, 2, 4)],
    });
    expect(result.items.map(({ id, solvedCount }) => [id, solvedCount])).toEqual([[2, 1]]);
    expect(challengeOf(result, 1)?.bloods.map(({ id }) => id)).toEqual([2]);
  });

  it('takes no blood where the challenge forbids it', () => {
    const result = board({ challenges: [challenge({ id: 1, disableBloodBonus: true })], solves: [solve(1, 1, 1)] });
    expect(rowOf(result, 1)?.solvedChallenges).toMatchObject([{ score: 1000, type: 'Normal' }]);
  });

  it('shows bloods without raising points where the bonus is 0', () => {
    const result = board({ game: { id: 1, start, end, bloodBonus: 0 }, solves: [solve(1, 1, 1)] });
    expect(rowOf(result, 1)?.solvedChallenges).toMatchObject([{ score: 1000, type: 'FirstBlood' }]);
  });

  it('raises points by the bonus of the game', () => {
    const bloodBonus = packBloodBonus({ first: 300, second: 150, third: 50 });
    const challenges = [challenge({ id: 1, originalScore: 500, minScoreRate: 1 })];
    const participations = [1, 2, 3, 4].map((team) => participation(team));
    const solves = [solve(1, 1, 1), solve(2, 1, 2), solve(3, 1, 3), solve(4, 1, 4)];
    const result = board({ game: { id: 1, start, end, bloodBonus }, challenges, participations, solves });
    expect(result.items.map(({ score }) => score)).toEqual([650, 575, 525, 500]);
  });
});

describe('computeScoreboard, order', () => {
  it('gives bloods by arrival, whatever the clocks said', () => {
    const result = computeScoreboard(
      facts({
        participations: [participation(1), participation(2)],
        challenges: [challenge({ id: 1 })],
        solves: [solve(1, 1, 5, 2), solve(2, 1, 6, 1)],
      }),
      at(50),
    );
    expect(challengeOf(result, 1)?.bloods.map(({ id }) => id)).toEqual([2, 1]);
  });

  it("lists a team's solves by time and takes the latest for the last", () => {
    const result = computeScoreboard(
      facts({
        participations: [participation(1)],
        challenges: [challenge({ id: 1 }), challenge({ id: 2 })],
        solves: [solve(1, 1, 9, 1), solve(1, 2, 3, 2)],
      }),
      at(50),
    );
    expect(rowOf(result, 1)?.solvedChallenges.map(({ id }) => id)).toEqual([2, 1]);
    expect(rowOf(result, 1)?.lastSubmissionTime).toBe(at(9));
  });

  it('puts who reached a score earlier first, then the lower team id, with no shared ranks', () => {
    const result = computeScoreboard(
      facts({
        participations: [9, 8, 7, 6, 5].map((team) => participation(team)),
        challenges: [
          challenge({ id: 1, minScoreRate: 1, disableBloodBonus: true }),
          challenge({ id: 2, originalScore: 0, disableBloodBonus: true }),
        ],
        solves: [solve(9, 1, 2, 1), solve(8, 1, 3, 2), solve(7, 1, 3, 3), solve(5, 2, 4, 4)],
      }),
      at(50),
    );
    expect(result.items.map(({ id, rank }) => [id, rank])).toEqual([
      [9, 1],
      [7, 2],
      [8, 3],
      [5, 4],
      [6, 5],
    ]);
    expect(rowOf(result, 5)).toMatchObject({ lastSubmissionTime: minimumInstant, solvedCount: 1 });
  });

  it('lets a solve worth nothing cost no rank on a tie', () => {
    const result = computeScoreboard(
      facts({
        participations: [1, 2].map((team) => participation(team)),
        challenges: [
          challenge({ id: 1, minScoreRate: 1, disableBloodBonus: true }),
          challenge({ id: 2, originalScore: 0, disableBloodBonus: true }),
        ],
        solves: [solve(1, 1, 2, 1), solve(2, 1, 3, 2), solve(1, 2, 4, 3)],
      }),
      at(50),
    );
    expect(result.items.map(({ id, lastSubmissionTime }) => [id, lastSubmissionTime])).toEqual([
      [1, at(2)],
      [2, at(3)],
    ]);
  });
});

describe('compareTitles', () => {
  it.each([
    ['a', 'B', -1],
    ['b', 'A', 1],
    ['A', 'a', -1],
    ['a', 'a', 0],
    ['z', 'é', -1],
  ])('of %s and %s is %d', (a, b, order) => {
    expect(compareTitles(a, b)).toBe(order);
  });
});
