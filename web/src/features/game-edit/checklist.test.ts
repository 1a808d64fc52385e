import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import { type CheckName, checkGame } from '@vexil/rules/checklist.rules';
import { permissionMask } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { buildChallengeInfo, buildGameInfo } from '../../testing/organiser';

type Given = { game?: Partial<GameInfo>; challenges?: ChallengeInfo[]; divisions?: Division[] };

const check = (name: CheckName, { game, challenges = [buildChallengeInfo()], divisions = [] }: Given) =>
  checkGame({ game: buildGameInfo(game), challenges, divisions, now: Date.now() }).find((each) => each.name === name);

const division = (given: Partial<Division>): Division => ({
  id: 1,
  name: 'Guests',
  inviteCode: null,
  defaultPermissions: permissionMask(['JoinGame', 'RequireReview', 'ViewChallenge']),
  challengeConfigs: [],
  version: 1,
  ...given,
});

const container = (given: Partial<ChallengeInfo> = {}) =>
  buildChallengeInfo({ type: 'DynamicContainer', flagCount: 0, containerImage: 'web:1', ...given });

describe('checkGame', () => {
  it('finds nothing missing in a complete game', () => {
    const checks = checkGame({
      game: buildGameInfo(),
      challenges: [buildChallengeInfo()],
      divisions: [],
      now: Date.now(),
    });
    expect(checks.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  it.each<[string, CheckName, Given, string, string]>([
    ['an end before the start', 'times', { game: { start: 2, end: 1 } }, 'missing', 'order'],
    ['a game that is over', 'times', { game: { start: 1, end: 2 } }, 'missing', 'past'],
    ['no rules', 'rules', { game: { content: '  ' } }, 'missing', 'empty'],
    ['no enabled challenge', 'challenges', { challenges: [] }, 'missing', 'none'],
    ['a challenge without flag', 'flags', { challenges: [buildChallengeInfo({ flagCount: 0 })] }, 'missing', 'none'],
    ['a container without image', 'images', { challenges: [container({ containerImage: ' ' })] }, 'missing', 'unset'],
    ['a container that was never started', 'tested', { challenges: [container()] }, 'advice', 'untested'],
    [
      'a solver that fails',
      'solvers',
      { challenges: [container({ lastCheck: { result: 'error', at: 1 } })] },
      'advice',
      'fails',
    ],
    [
      'divisions closed for joining',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['ViewChallenge']) })] },
      'missing',
      'closed',
    ],
    [
      'a division that sees nothing',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['JoinGame']) })] },
      'missing',
      'blind',
    ],
    [
      'a code of the game that no division uses',
      'joining',
      { game: { inviteCode: 'a' }, divisions: [division({ inviteCode: 'b' })] },
      'advice',
      'codeUnused',
    ],
    [
      'a division that lets teams past the review of the game',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['JoinGame', 'ViewChallenge']) })] },
      'advice',
      'unreviewed',
    ],
    ['a hidden game', 'visible', { game: { hidden: true } }, 'advice', 'hidden'],
  ])('reports %s', (_, name, given, state, reason) => {
    expect(check(name, given)).toMatchObject({ state, reason });
  });

  it('requires no flag for containers with generated flags', () => {
    expect(check('flags', { challenges: [container()] })).toMatchObject({ state: 'done' });
  });

  it.each([
    ['a test instance of some time ago', { testedAt: 1 }],
    ['a solve', { acceptedCount: 1 }],
    ['a solver that found the flag', { lastCheck: { result: 'passed' as const, at: 1 } }],
  ])('takes %s as proof that a container starts', (_, given) => {
    expect(check('tested', { challenges: [container(given)] })).toMatchObject({ state: 'done' });
  });

  it('links to the first affected challenge and names all', () => {
    const challenges = [3, 5].map((id) => buildChallengeInfo({ id, title: `C${id}`, flagCount: 0 }));
    expect(check('flags', { challenges })).toMatchObject({
      names: ['C3', 'C5'],
      fix: { page: 'flags', challengeId: 3 },
    });
  });
});
