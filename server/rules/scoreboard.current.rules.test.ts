import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { type StoredFacts, scoreboardAt } from './scoreboard.current.rules';

const stored: StoredFacts = {
  game: { id: 1, start: 0, end: 10_000, bloodBonus: 0 },
  divisions: [{ id: 5, name: 'Main', defaultPermissions: allPermissions, challengeConfigs: [] }],
  participations: [
    { id: 101, teamId: 1, teamName: 'T1', bio: null, avatarHash: 'abc', divisionId: 5, status: 'Accepted' },
    { id: 102, teamId: 2, teamName: 'T2', bio: null, avatarHash: null, divisionId: null, status: 'Accepted' },
  ],
  challenges: [
    {
      id: 7,
      title: 'A',
      category: 'Web',
      enabled: true,
      originalScore: 100,
      minScoreRate: 1,
      difficulty: 5,
      deadline: null,
      disableBloodBonus: false,
    },
  ],
  solves: [
    { participationId: 101, challengeId: 7, submissionId: 1, userName: 'a', time: 2000 },
    { participationId: 102, challengeId: 7, submissionId: 2, userName: 'b', time: 1500 },
  ],
};

describe('scoreboardAt', () => {
  it('knows the solves up to that time and shows pictures by their address', () => {
    const { items, divisions } = scoreboardAt(stored, 1999);
    expect(items.map(({ id, avatar, score }) => [id, avatar, score])).toEqual([
      [2, null, 100],
      [1, '/assets/abc/avatar', 0],
    ]);
    expect(divisions).toEqual([{ id: 5, name: 'Main', defaultPermissions: allPermissions, challengeConfigs: {} }]);
  });
});
