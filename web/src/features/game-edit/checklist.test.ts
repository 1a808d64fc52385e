import type { ChallengeEdit } from '@vexil/server/contract/challenge';
import type { Division } from '@vexil/server/contract/division';
import type { GameInfo } from '@vexil/server/contract/game';
import { permissionMask } from '@vexil/server/contract/permission.rules';
import { describe, expect, it } from 'vitest';
import { buildChallengeEdit, buildGameInfo } from '../../testing/organiser';
import { type CheckName, checkGame } from './checklist';

type Given = { game?: Partial<GameInfo>; challenges?: ChallengeEdit[]; divisions?: Division[] };

const check = (name: CheckName, { game, challenges = [buildChallengeEdit()], divisions = [] }: Given) =>
  checkGame({ game: buildGameInfo(game), challenges, divisions, now: Date.now() }).find((each) => each.name === name);

const division = (given: Partial<Division>): Division => ({
  id: 1,
  name: 'Guests',
  inviteCode: null,
  defaultPermissions: permissionMask(['JoinGame', 'RequireReview', 'ViewChallenge']),
  challengeConfigs: [],
  ...given,
});

const container = (given: Partial<ChallengeEdit> = {}) =>
  buildChallengeEdit({ type: 'DynamicContainer', flags: [], containerImage: 'web:1', ...given });

describe('checkGame', () => {
  it('finds nothing missing in a game that is ready', () => {
    const checks = checkGame({
      game: buildGameInfo(),
      challenges: [buildChallengeEdit()],
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
    ['a challenge without flag', 'flags', { challenges: [buildChallengeEdit({ flags: [] })] }, 'missing', 'bare'],
    ['a container without image', 'images', { challenges: [container({ containerImage: null })] }, 'missing', 'unset'],
    ['a container nobody has started', 'tested', { challenges: [container()] }, 'advice', 'untested'],
    [
      'divisions that nobody can join',
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
  ])('points at %s', (_, name, given, state, reason) => {
    expect(check(name, given)).toMatchObject({ state, reason });
  });

  it('asks no flag of a container that makes one for each team', () => {
    expect(check('flags', { challenges: [container()] })).toMatchObject({ state: 'done' });
  });

  it('takes a solve as proof that a container starts', () => {
    expect(check('tested', { challenges: [container({ acceptedCount: 1 })] })).toMatchObject({ state: 'done' });
  });

  it('leads to the first challenge concerned and names all of them', () => {
    const challenges = [3, 5].map((id) => buildChallengeEdit({ id, title: `C${id}`, flags: [] }));
    expect(check('flags', { challenges })).toMatchObject({
      names: ['C3', 'C5'],
      mend: { page: 'flags', challengeId: 3 },
    });
  });
});
