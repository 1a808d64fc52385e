import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import type { GameHealth } from '@vexil/contract/health';
import { describe, expect, it } from 'vitest';
import { permissionMask } from '../permission.rules';
import { buildChallengeInfo, buildGameInfo } from '../testing/organiser-facts';
import { checkBefore, checkDuring, gameChecks } from './game-checks.rules';

type Given = { game?: Partial<GameInfo>; challenges?: ChallengeInfo[]; divisions?: Division[] };

const check = (name: string, { game, challenges = [buildChallengeInfo()], divisions = [] }: Given) =>
  checkBefore({ game: buildGameInfo({ start: now + 1, end: now + 2, ...game }), challenges, divisions, now }).find(
    (each) => each.name === name,
  );

const now = Date.UTC(2031, 4, 1);

const division = (given: Partial<Division>): Division => ({
  id: 1,
  name: 'Guests',
  ...{ kind: null, ruleText: '', scoresAlone: false },
  inviteCode: null,
  defaultPermissions: permissionMask(['JoinGame', 'RequireReview', 'ViewChallenge']),
  challengeConfigs: [],
  version: 1,
  ...given,
});

const container = (given: Partial<ChallengeInfo> = {}) =>
  buildChallengeInfo({ type: 'DynamicContainer', flagCount: 0, containerImage: 'web:1', ...given });

describe('checkBefore', () => {
  it('finds nothing missing in a complete game', () => {
    const checks = checkBefore({
      game: buildGameInfo(),
      challenges: [buildChallengeInfo()],
      divisions: [],
      now: Date.now(),
    });
    expect(checks.map(({ name, state, reason, names }) => [name, state, reason, names])).toEqual(
      ['times', 'rules', 'challenges', 'flags', 'joining', 'visible'].map((name) => [name, 'ok', 'done', []]),
    );
  });

  it.each<[string, string, Given, string, string, string?]>([
    ['an end before the start', 'times', { game: { start: 2, end: 1 } }, 'fault', 'order'],
    ['a game that is over', 'times', { game: { start: 1, end: 2 } }, 'fault', 'past'],
    ['no rules', 'rules', { game: { content: '  ' } }, 'fault', 'empty', 'checklist.rulesEmpty'],
    ['no enabled challenge', 'challenges', { challenges: [] }, 'fault', 'none'],
    ['a challenge without flag', 'flags', { challenges: [buildChallengeInfo({ flagCount: 0 })] }, 'fault', 'none'],
    ['a container without image', 'images', { challenges: [container({ containerImage: ' ' })] }, 'fault', 'unset'],
    ['a container that was never started', 'tested', { challenges: [container()] }, 'warning', 'untested'],
    [
      'a solver that fails',
      'solvers',
      { challenges: [container({ lastCheck: { result: 'error', at: 1 } })] },
      'warning',
      'fails',
    ],
    [
      'divisions closed for joining',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['ViewChallenge']) })] },
      'fault',
      'closed',
      'checklist.joiningClosed',
    ],
    [
      'a division that sees nothing',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['JoinGame']) })] },
      'fault',
      'blind',
      'checklist.joiningBlind',
    ],
    [
      'a code of the game that no division uses',
      'joining',
      { game: { inviteCode: 'a' }, divisions: [division({ inviteCode: 'b' })] },
      'warning',
      'codeUnused',
      'checklist.codeUnused',
    ],
    [
      'a division that lets teams past the review of the game',
      'joining',
      { divisions: [division({ defaultPermissions: permissionMask(['JoinGame', 'ViewChallenge']) })] },
      'warning',
      'unreviewed',
      'checklist.joiningUnreviewed',
    ],
    ['a hidden game', 'visible', { game: { hidden: true } }, 'warning', 'hidden', 'checklist.hidden'],
  ])('reports %s', (_, name, given, state, reason, code) => {
    expect(check(name, given)).toMatchObject({ state, reason, ...(code && { code }) });
  });

  it('requires no flag for containers with generated flags', () => {
    expect(check('flags', { challenges: [container()] })).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['a test instance of some time ago', { testedAt: 1 }],
    ['a solve', { acceptedCount: 1 }],
    ['a solver that found the flag', { lastCheck: { result: 'passed' as const, at: 1 } }],
  ])('takes %s as proof that a container starts', (_, given) => {
    expect(check('tested', { challenges: [container(given)] })).toMatchObject({ state: 'ok' });
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

  it.each<[string, string, Given, string, string[], object]>([
    ['equal times', 'times', { game: { start: 2, end: 2 } }, 'order', [], info('times')],
    ['a game that ends now', 'times', { game: { start: 1, end: now } }, 'past', [], info('times')],
    ['a game that ends in a moment', 'times', { game: { start: 1, end: now + 1 } }, 'done', [], info('times')],
    ['no rules', 'rules', { game: { content: ' \n' } }, 'empty', [], info('rules')],
    ['no challenge', 'challenges', { challenges: [] }, 'none', [], { page: 'challenges' }],
    ['a challenge with a flag', 'flags', {}, 'done', [], { page: 'challenges' }],
    [
      'an image that is not set',
      'images',
      { challenges: [container(), ...image({ containerImage: ' ' })] },
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
    ['no image to start', 'tested', { challenges: image({ containerImage: ' ' }) }, 'done', [], { page: 'challenges' }],
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
    [
      'a code that a division without one uses',
      'joining',
      { game: { inviteCode: 'a' }, divisions: [division({})] },
      'done',
      [],
      { page: 'divisions' },
    ],
    [
      'a game that never had a code',
      'joining',
      { game: { inviteCode: null }, divisions: [division({ inviteCode: 'b' })] },
      'done',
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

describe('checkDuring', () => {
  const about = [{ id: 4, title: 'Web' }];
  const well: GameHealth = {
    ...{
      incomplete: [],
      failedStarts: [],
      selfEnds: [],
      failedChecks: [],
      wrongFlags: [],
      unsolved: [],
      runningOut: [],
    },
    ...{ unjudged: { count: 0, since: null }, review: { count: 0, since: null }, cheating: { count: 0, latest: null } },
    writeups: { unread: 0, missing: 0 },
  };
  const ask = (health: Partial<GameHealth>, game: Partial<GameInfo> = {}) =>
    checkDuring({ game: buildGameInfo({ end: now, ...game }), health: { ...well, ...health }, now });

  it('finds nothing in a game that is well, or hidden after its end', () => {
    expect(ask({})).toEqual([]);
    expect(ask({}, { hidden: true })).toEqual([]);
  });

  it.each<[string, Partial<GameHealth>, object]>([
    ['incomplete', { incomplete: about }, { page: 'challenge', challengeId: 4, section: undefined }],
    [
      'failedStarts',
      { failedStarts: [{ id: 4, title: 'Web', failed: 1, starts: 2, team: 'Owls', reason: 'No answer.' }] },
      { section: 'container' },
    ],
    ['selfEnds', { selfEnds: [{ id: 4, title: 'Web', ended: 1, outOfMemory: 0 }] }, { section: 'container' }],
    ['failedChecks', { failedChecks: [{ id: 4, title: 'Web', result: 'failed', since: 1 }] }, { section: 'solver' }],
    ['runningOut', { runningOut: [{ id: 4, title: 'Web', left: 1, teams: 2 }] }, { page: 'flags', challengeId: 4 }],
    ['wrongFlags', { wrongFlags: [{ id: 4, title: 'Web', wrong: 20, usual: 1 }] }, { page: 'wrongFlags' }],
    ['unsolved', { unsolved: [{ id: 4, title: 'Web', since: 1, teams: 2 }] }, { page: 'challenge', challengeId: 4 }],
  ])('lists the challenges of %s, with figures and place', (name, health, fix) => {
    const [listed] = Object.values(health) as [{ id: number; title: string }[]];
    const { id: _id, title: _title, ...figures } = listed[0] ?? {};
    const state = ['runningOut', 'wrongFlags', 'unsolved'].includes(name) ? 'warning' : 'fault';
    expect(ask(health)).toMatchObject([{ name, state, challenges: [{ id: 4, title: 'Web', figures, fix }] }]);
  });

  it.each<[string, Partial<GameHealth>, object]>([
    [
      'unjudged',
      { unjudged: { count: 1, since: 5 } },
      { state: 'fault', count: 1, since: 5, fix: { page: 'unjudged' } },
    ],
    ['review', { review: { count: 1, since: 5 } }, { state: 'warning', count: 1, since: 5, fix: { page: 'review' } }],
    ['cheating', { cheating: { count: 1, latest: 5 } }, { state: 'warning', since: 5, fix: { page: 'cheating' } }],
    ['unread', { writeups: { unread: 1, missing: 0 } }, { state: 'warning', count: 1, fix: { page: 'writeups' } }],
    ['missing', { writeups: { unread: 0, missing: 2 } }, { state: 'warning', count: 2, fix: { page: 'writeups' } }],
  ])('counts %s', (name, health, found) => {
    expect(ask(health)).toMatchObject([{ name, names: [], ...found }]);
  });

  it('finds a scoreboard that is still frozen after the end', () => {
    const freeze = { freezeTime: now - 60_000 };
    expect(ask({}, freeze)).toMatchObject([{ name: 'frozen', state: 'warning', fix: { page: 'reveal' } }]);
    expect(ask({}, { ...freeze, end: now + 1 })).toEqual([]);
    expect(ask({}, { ...freeze, revealedAt: now - 1 })).toEqual([]);
  });

  it('says since when a game is paused, whose end has not come', () => {
    const fix = { page: 'judging' };
    const paused = { pausedAt: now - 1, end: now, hidden: true, freezeTime: now - 2 };
    expect(ask({}, paused)).toMatchObject([
      { name: 'paused', state: 'warning', since: now - 1, fix },
      { name: 'hidden' },
    ]);
  });

  it('finds a game that runs hidden', () => {
    const fix = { page: 'info', section: 'visibility' };
    expect(ask({}, { hidden: true, end: now + 1 })).toMatchObject([{ name: 'hidden', state: 'fault', fix }]);
  });
});

describe('the checks of a game', () => {
  it('have an audience, and names of their own within it', () => {
    expect(new Set(gameChecks.map(({ audience }) => audience))).toEqual(new Set(['before', 'during']));
    const names = gameChecks.map(({ audience, name }) => `${audience} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
