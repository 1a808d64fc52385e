import { scopes } from '@vexil/contract/scope.rules';
import type { Actor } from '@vexil/http/call/actor';
import { describe, expect, it } from 'vitest';
import { noDb, stubDb } from '../../testing/stub-db';
import { seesLiveBoard, watchesAllGames } from './sight.policy';

function actor(role: Actor['role'], tokenScopes?: readonly string[]): Actor {
  const token = tokenScopes ? { id: 'token', hash: 'hash', scopes: tokenScopes } : null;
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
