import { scopes } from '@vexil/contract/scope.rules';
import { boardVisibilities } from '@vexil/db/enums/game';
import type { Actor } from '@vexil/http/call/actor';
import { describe, expect, it } from 'vitest';
import { noDb, stubDb } from '../../testing/stub-db';
import {
  requireVisible,
  seesBoard,
  seesBoardOf,
  seesGame,
  seesHiddenGame,
  seesLiveBoard,
  watchesAllGames,
} from './sight.policy';

function actor(role: Actor['role'], tokenScopes?: readonly string[]): Actor {
  const token = tokenScopes ? { id: 'token', hash: 'hash', scopes: tokenScopes, gameId: null, player: null } : null;
  return { id: 'account', userName: 'someone', role, sessionHash: token ? null : 'session', token };
}

const otherScopes = scopes.filter((scope) => scope !== 'monitor:read');
const observing = stubDb(() => [['observer']]);

describe('watchesAllGames', () => {
  it.each([
    ['a user', actor('User'), false],
    ['a monitor', actor('Monitor'), true],
    ['an administrator', actor('Admin'), true],
    ['a token of a monitor with the scope', actor('Monitor', ['monitor:read']), true],
    ['a token of an administrator with every other scope', actor('Admin', otherScopes), false],
    ['a token of an administrator without scopes', actor('Admin', []), false],
    ['a token of a user with the scope', actor('User', ['monitor:read']), false],
    ['a banned account', actor('Banned'), false],
  ])('of %s', (_, who, watches) => expect(watchesAllGames(who)).toBe(watches));
});

describe('seesLiveBoard', () => {
  it.each([
    ['a visitor', null, noDb, false],
    ['a monitor', actor('Monitor'), noDb, true],
    ['a token of a monitor with the scope', actor('Monitor', ['monitor:read']), noDb, true],
    ['a token of an administrator with every other scope', actor('Admin', otherScopes), noDb, false],
    ['an observer of the game', actor('User'), observing, true],
    ['a token of an observer with the scope', actor('User', ['play:read', 'monitor:read']), observing, true],
    ['a token of an observer with every other scope', actor('User', otherScopes), observing, false],
    ['a user who is no staff', actor('User'), stubDb(() => []), false],
  ])('of %s', async (_, who, db, sees) => expect(await seesLiveBoard({ db }, who, 7)).toBe(sees));
});

const member = stubDb((sql, params) => (sql.includes('"participations"') && params.includes(7) ? [[3]] : []));
const withoutPart = stubDb(() => []);

describe.each([
  ['a visitor', null, noDb, false],
  ['a banned account', actor('Banned'), noDb, false],
  ['a monitor', actor('Monitor'), withoutPart, true],
  [
    'an observer of the game',
    actor('User'),
    stubDb((sql) => (sql.includes('"participations"') ? [] : [['observer']])),
    true,
  ],
  ['a member of an accepted team', actor('User'), member, true],
  ['a user who has no part in it', actor('User'), withoutPart, false],
] as const)('a hidden game and %s', (_title, who, db, sees) => {
  it(`is ${sees ? '' : 'not '}seen`, async () => {
    expect(await seesHiddenGame({ db }, who, 7)).toBe(sees);
    const required = requireVisible({ db }, who, { id: 7, hidden: true });
    if (sees) await required;
    else await expect(required).rejects.toThrow(expect.objectContaining({ code: 'game.notFound' }));
  });

  it('needs nothing to be read where it is not hidden', async () => {
    await requireVisible({ db: noDb }, who, { id: 7, hidden: false });
  });
});

describe('seesGame', () => {
  it.each([
    ['User', false, false, true],
    ['Banned', false, false, true],
    ['User', true, false, false],
    ['User', true, true, true],
    ['Banned', true, true, false],
    ['Monitor', true, false, true],
    ['Admin', true, false, true],
  ] as const)('of the role %s, hidden %s, invited %s: %s', (role, hidden, isInvited, sees) => {
    expect(seesGame({ role }, { hidden, isInvited })).toBe(sees);
  });
});

const seenBy = (sees: (boardVisibility: (typeof boardVisibilities)[number]) => boolean) =>
  boardVisibilities.filter(sees);
const some = { isInTeam: false, isOfStaff: false };

describe('a board', () => {
  it.each([
    ['a visitor', null, some, 1],
    ['a visitor of whom more is said', null, { isInTeam: true, isOfStaff: true }, 1],
    ['a banned member of the staff', actor('Banned'), { isInTeam: true, isOfStaff: true }, 1],
    ['a user', actor('User'), some, 2],
    ['a player', actor('User'), { ...some, isInTeam: true }, 3],
    ['an observer', actor('User'), { ...some, isOfStaff: true }, 4],
    ['a monitor', actor('Monitor'), some, 4],
    ['an administrator', actor('Admin'), some, 4],
  ])('is seen by %s by what is read with them', (_title, who, rights, count) => {
    const seen = seenBy((boardVisibility) => seesBoardOf(who, { boardVisibility }, rights));
    expect(seen).toEqual(boardVisibilities.slice(0, count));
  });

  const observer = stubDb((sql) => (sql.includes('"participations"') ? [] : [['observer']]));
  it.each([
    ['a visitor', null, noDb, 1],
    ['a banned account', actor('Banned'), member, 1],
    ['a user', actor('User'), stubDb(() => []), 2],
    ['a member of an accepted team', actor('User'), member, 3],
    ['an observer', actor('User'), observer, 4],
    ['a monitor', actor('Monitor'), noDb, 4],
  ])('is seen by %s by the database', async (_title, who, db, count) => {
    const seen: string[] = [];
    for (const boardVisibility of boardVisibilities) {
      if (await seesBoard({ db }, who, { id: 7, boardVisibility })) seen.push(boardVisibility);
    }
    expect(seen).toEqual(boardVisibilities.slice(0, count));
  });

  it('asks the database nothing where every account sees it', async () => {
    for (const boardVisibility of ['Everyone', 'SignedIn'] as const) {
      expect(await seesBoard({ db: noDb }, actor('User'), { id: 7, boardVisibility })).toBe(true);
      expect(await seesBoard({ db: noDb }, null, { id: 7, boardVisibility })).toBe(boardVisibility === 'Everyone');
    }
  });
});
