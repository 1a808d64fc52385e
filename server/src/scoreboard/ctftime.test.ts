import { CtftimeFeed } from '@vexil/contract/scoreboard';
import { lastScoringTime } from '@vexil/rules/scoreboard.board.rules';
import { describe, expect, it } from 'vitest';
import { ctftimeFeedOf } from './ctftime';

type Given = Parameters<typeof ctftimeFeedOf>[0];

const challengeOf = (id: number, title: string) => ({ id, title }) as NonNullable<Given['challenges']['Web']>[number];
const rowOf = (rank: number, name: string, solves: { id: number; score: number; time: number }[] = []) =>
  ({
    rank,
    name,
    score: solves.reduce((sum, { score }) => sum + score, 0),
    lastSubmissionTime: lastScoringTime(solves),
    solvedChallenges: solves,
  }) as unknown as Given['items'][number];

describe('ctftimeFeedOf', () => {
  it('gives places, points and solves with times in seconds', () => {
    const feed = ctftimeFeedOf({
      challenges: { Web: [challengeOf(1, 'One')], Crypto: [challengeOf(2, 'Two')] },
      items: [
        rowOf(1, 'red', [
          { id: 1, score: 100, time: 1_700_000_000_999 },
          { id: 2, score: 50, time: 1_700_000_100_000 },
        ]),
        rowOf(2, 'blue'),
        rowOf(3, 'green', [{ id: 1, score: 0, time: 1_700_000_200_000 }]),
      ],
    });
    expect(feed).toEqual({
      tasks: ['One', 'Two'],
      standings: [
        {
          pos: 1,
          team: 'red',
          score: 150,
          taskStats: { One: { points: 100, time: 1_700_000_000 }, Two: { points: 50, time: 1_700_000_100 } },
          lastAccept: 1_700_000_100,
        },
        { pos: 2, team: 'blue', score: 0, taskStats: {} },
        { pos: 3, team: 'green', score: 0, taskStats: { One: { points: 0, time: 1_700_000_200 } } },
      ],
    });
  });

  it('leaves out teams without a rank', () => {
    const { standings } = ctftimeFeedOf({
      challenges: {},
      items: [rowOf(1, 'red'), rowOf(0, 'guests'), rowOf(2, 'blue')],
    });
    expect(standings.map(({ pos, team }) => [pos, team])).toEqual([
      [1, 'red'],
      [2, 'blue'],
    ]);
  });

  it('distinguishes challenges of one title', () => {
    const feed = ctftimeFeedOf({
      challenges: { Web: [challengeOf(1, 'Twin'), challengeOf(2, '__proto__')], Misc: [challengeOf(3, 'Twin')] },
      items: [
        rowOf(1, 'red', [
          { id: 3, score: 10, time: 3000 },
          { id: 2, score: 20, time: 2000 },
        ]),
      ],
    });
    expect(feed.tasks).toEqual(['Twin (1)', '__proto__ (2)', 'Twin (3)']);
    expect(CtftimeFeed.parse(feed).standings[0]?.taskStats).toEqual({
      'Twin (3)': { points: 10, time: 3 },
      '__proto__ (2)': { points: 20, time: 2 },
    });
  });
});
