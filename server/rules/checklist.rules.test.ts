import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import { describe, expect, it } from 'vitest';
import { type CheckName, checkGame } from './checklist.rules';
import { permissionMask } from './permission.rules';
import { buildChallengeInfo, buildGameInfo } from './testing/organiser-facts';

type Given = { game?: Partial<GameInfo>; challenges?: ChallengeInfo[]; divisions?: Division[] };

const check = (name: CheckName, { game, challenges = [buildChallengeInfo()], divisions = [] }: Given) =>
  checkGame({ game: buildGameInfo({ start: now + 1, end: now + 2, ...game }), challenges, divisions, now }).find(
    (each) => each.name === name,
  );

const now = Date.UTC(2031, 4, 1);

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
    expect(checks.map(({ name, state, reason, names }) => [name, state, reason, names])).toEqual(
      ['times', 'rules', 'challenges', 'flags', 'joining', 'visible'].map((name) => [name, 'done', 'done', []]),
    );
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

  const closed = permissionMask(['ViewChallenge']);
  const blind = permissionMask(['JoinGame']);
  const unreviewed = permissionMask(['JoinGame', 'ViewChallenge']);
  const sighted = { challengeId: 1, permissions: permissionMask(['ViewChallenge']) };
  const info = (section: string) => ({ page: 'info', section });
  const image = (given: Partial<ChallengeInfo>) => [container({ id: 4, title: 'Web', ...given })];

  it.each<[string, CheckName, Given, string, string[], object]>([
    ['equal times', 'times', { game: { start: 2, end: 2 } }, 'order', [], info('times')],
    ['a game that ends now', 'times', { game: { start: 1, end: now } }, 'past', [], info('times')],
    ['a game that ends in a moment', 'times', { game: { start: 1, end: now + 1 } }, 'done', [], info('times')],
    ['no rules', 'rules', { game: { content: ' \n' } }, 'empty', [], info('rules')],
    ['no challenge', 'challenges', { challenges: [] }, 'none', [], { page: 'challenges' }],
    ['a challenge with a flag', 'flags', {}, 'done', [], { page: 'challenges' }],
    [
      'an image that is not set',
      'images',
      { challenges: image({ containerImage: ' ' }) },
      'unset',
      ['Web'],
      { page: 'challenge', challengeId: 4, section: 'container' },
    ],
    [
      'an instance that was never started',
      'tested',
      { challenges: image({}) },
      'untested',
      ['Web'],
      { page: 'challenge', challengeId: 4, section: 'container' },
    ],
    ['no image to start', 'tested', { challenges: image({ containerImage: '' }) }, 'done', [], { page: 'challenges' }],
    [
      'a solver that fails',
      'solvers',
      { challenges: [...image({ lastCheck: { result: 'failed', at: 1 } }), container()] },
      'fails',
      ['Web'],
      { page: 'challenge', challengeId: 4, section: 'solver' },
    ],
    [
      'a solver that finds the flag',
      'solvers',
      { challenges: image({ lastCheck: { result: 'passed', at: 1 } }) },
      'done',
      [],
      { page: 'challenges' },
    ],
    ['no divisions', 'joining', {}, 'done', [], info('joining')],
    ['no divisions of a hidden game', 'joining', { game: { hidden: true } }, 'hidden', [], info('joining')],
    [
      'closed divisions',
      'joining',
      { divisions: [division({ defaultPermissions: closed })] },
      'closed',
      [],
      { page: 'divisions' },
    ],
    [
      'one that sees nothing, beside a closed one',
      'joining',
      { divisions: [division({ defaultPermissions: closed }), division({ name: 'Dark', defaultPermissions: blind })] },
      'blind',
      ['Dark'],
      { page: 'divisions' },
    ],
    [
      'one that sees single challenges',
      'joining',
      {
        game: { acceptWithoutReview: true },
        divisions: [
          division({ defaultPermissions: blind, challengeConfigs: [{ challengeId: 2, permissions: 0 }, sighted] }),
        ],
      },
      'done',
      [],
      { page: 'divisions' },
    ],
    [
      'one past the review',
      'joining',
      { divisions: [division({}), division({ name: 'Open', defaultPermissions: unreviewed })] },
      'unreviewed',
      ['Open'],
      { page: 'divisions' },
    ],
    [
      'one past the review of a game without review',
      'joining',
      { game: { acceptWithoutReview: true }, divisions: [division({ defaultPermissions: unreviewed })] },
      'done',
      [],
      { page: 'divisions' },
    ],
    [
      'a code that one division uses',
      'joining',
      { game: { inviteCode: 'a' }, divisions: [division({ inviteCode: 'b' }), division({ inviteCode: '' })] },
      'done',
      [],
      { page: 'divisions' },
    ],
    [
      'a code that no division uses',
      'joining',
      { game: { inviteCode: 'a' }, divisions: [division({ inviteCode: 'b' })] },
      'codeUnused',
      [],
      { page: 'divisions' },
    ],
    ['no code', 'joining', { divisions: [division({ inviteCode: 'b' })] }, 'done', [], { page: 'divisions' }],
    ['a hidden game', 'visible', { game: { hidden: true } }, 'hidden', [], info('visibility')],
    ['a visible game', 'visible', {}, 'done', [], info('visibility')],
  ])('leads from %s to where it is set', (_, name, given, reason, names, fix) => {
    expect(check(name, given)).toMatchObject({ name, reason, names, fix });
  });

  it('says nothing of containers where there are none, and of solvers where none has run', () => {
    expect(check('images', {})).toBeUndefined();
    expect(check('solvers', { challenges: [container()] })).toBeUndefined();
    expect(check('solvers', { challenges: [container({ lastCheck: { result: 'running', at: 1 } })] })).toBeUndefined();
  });
});
