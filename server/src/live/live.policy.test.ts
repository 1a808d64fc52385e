import type { Room } from '@vexil/contract/live';
import type { Role } from '@vexil/db/enums/account';
import { type BoardVisibility, boardVisibilities } from '@vexil/db/enums/game';
import { describe, expect, it } from 'vitest';
import { type AccessFacts, type ConnectionRequest, hubs, pairKey, roomsFor } from './live.policy';

const asked: ConnectionRequest = {
  hub: 'user',
  gameId: 3,
  live: true,
  accountId: 'a',
  sessionHash: 's',
  tokenHash: null,
};

const gameWith = (values: { hidden?: boolean; boardVisibility?: BoardVisibility }) => ({
  games: new Map([[3, { hidden: false, boardVisibility: 'Everyone' as BoardVisibility, ...values }]]),
});

const facts = (role: Role, values: Partial<AccessFacts> = {}): AccessFacts => ({
  ...gameWith({}),
  roles: new Map([['s', role]]),
  tokens: new Map(),
  staff: new Set(),
  participations: new Map(),
  accepted: new Set(),
  ...values,
});

const staffOf = (gameId: number) => ({ staff: new Set([pairKey(gameId, 'a')]) });

describe('the staff room', () => {
  it.each<[string, ConnectionRequest, AccessFacts, boolean]>([
    ['a player', asked, facts('User', { participations: new Map([[pairKey(3, 'a'), 9]]) }), false],
    ['staff of the game', asked, facts('User', staffOf(3)), true],
    ['staff of another game', asked, facts('User', staffOf(4)), false],
    ['a monitor', asked, facts('Monitor'), true],
    ['an administrator', asked, facts('Admin'), true],
    ['a banned account on the staff', asked, facts('Banned', staffOf(3)), false],
    ['staff who did not ask for extensions', { ...asked, live: false }, facts('User', staffOf(3)), false],
    ['an anonymous client', { ...asked, accountId: null, sessionHash: null }, facts('Admin'), false],
  ])('is entered by %s only where that is right', (_title, who, known, enters) => {
    const rooms = roomsFor(who, known);
    expect(rooms?.includes('game:3')).toBe(true);
    expect(rooms?.includes('staff:3')).toBe(enters);
  });

  it('needs a token with the monitor scope', () => {
    const who = { ...asked, sessionHash: null, tokenHash: 't' };
    const known = (scopes: string[]) => facts('Admin', { tokens: new Map([['t', { role: 'Admin', scopes }]]) });
    expect(roomsFor(who, known(['play:read']))).toEqual(['game:3', 'board:3']);
    expect(roomsFor(who, known(['play:read', 'monitor:read']))).toEqual(['game:3', 'board:3', 'staff:3']);
  });
});

describe('a hidden game', () => {
  const hidden = gameWith({ hidden: true });
  const accepted = { accepted: new Set([pairKey(3, 'a')]) };
  const registered = { participations: new Map([[pairKey(3, 'a'), 9]]) };
  const token = { ...asked, sessionHash: null, tokenHash: 't' };
  const tokenFacts = (scopes: string[]) => facts('User', { tokens: new Map([['t', { role: 'Monitor', scopes }]]) });

  it.each<[string, ConnectionRequest, AccessFacts, Room[] | null]>([
    ['an outsider', asked, facts('User', hidden), null],
    ['a client without an account', { ...asked, accountId: null, sessionHash: null }, facts('User', hidden), null],
    ['a team that is not accepted', asked, facts('User', { ...hidden, ...registered }), null],
    ['a member of an accepted team', asked, facts('User', { ...hidden, ...accepted }), ['game:3', 'board:3']],
    [
      'its player',
      asked,
      facts('User', { ...hidden, ...accepted, ...registered }),
      ['game:3', 'board:3', 'participation:9'],
    ],
    ['a banned player', asked, facts('Banned', { ...hidden, ...accepted }), null],
    ['a session that ended', { ...asked, sessionHash: 'old' }, facts('User', { ...hidden, ...accepted }), null],
    ['staff', asked, facts('User', { ...hidden, ...staffOf(3) }), ['game:3', 'board:3', 'staff:3']],
    ['staff of another game', asked, facts('User', { ...hidden, ...staffOf(4) }), null],
    ['a monitor', { ...asked, live: false }, facts('Monitor', hidden), ['game:3']],
    ['a token with the scope', token, { ...tokenFacts(['play:read']), ...hidden }, ['game:3', 'board:3']],
    ['a token without the scope', token, { ...tokenFacts(['admin:read']), ...hidden }, null],
  ])('is entered by %s only where that is right', (_title, who, known, rooms) => {
    expect(roomsFor(who, known)).toEqual(rooms);
  });
});

describe('the board', () => {
  const accepted = { accepted: new Set([pairKey(3, 'a')]) };
  it.each<[string, ConnectionRequest, AccessFacts, BoardVisibility[]]>([
    ['a visitor', { ...asked, accountId: null, sessionHash: null }, facts('User', accepted), ['Everyone']],
    ['an account', asked, facts('User'), ['Everyone', 'SignedIn']],
    ['a banned member', asked, facts('Banned', accepted), ['Everyone']],
    ['a member of an accepted team', asked, facts('User', accepted), ['Everyone', 'SignedIn', 'Participants']],
    ['an observer', asked, facts('User', staffOf(3)), [...boardVisibilities]],
    ['an observer of another game', asked, facts('User', staffOf(4)), ['Everyone', 'SignedIn']],
    ['a monitor', asked, facts('Monitor'), [...boardVisibilities]],
    ['a monitor who did not ask for it', { ...asked, live: false }, facts('Monitor'), []],
  ])('is sent to %s only where they may see it', (_title, who, known, seen) => {
    const sent = boardVisibilities.filter((boardVisibility) =>
      roomsFor(who, { ...known, ...gameWith({ boardVisibility }) })?.includes('board:3'),
    );
    expect(sent).toEqual(seen);
  });
});

describe('the rooms of a connection', () => {
  const user = asked;
  const monitor: ConnectionRequest = { ...asked, hub: 'monitor' };
  const admin: ConnectionRequest = { ...asked, hub: 'admin', gameId: null };
  const token = { sessionHash: null, tokenHash: 't' };
  const withToken = (role: Role, scopes: string[], values: Partial<AccessFacts> = {}) =>
    facts('Admin', { roles: new Map(), tokens: new Map([['t', { role, scopes }]]), ...values });
  const joined = { participations: new Map([[pairKey(3, 'a'), 9]]) };
  const stranger = { accountId: null, sessionHash: null };

  it.each<[string, ConnectionRequest, AccessFacts, Room[] | null]>([
    ['an administrator at the hub of administrators', admin, facts('Admin'), ['admin']],
    ['a monitor at the hub of administrators', admin, facts('Monitor'), null],
    ['an anonymous client at the hub of administrators', { ...admin, ...stranger }, facts('Admin'), null],
    ['a token at the hub of administrators', { ...admin, ...token }, withToken('Admin', ['admin:read']), ['admin']],
    ['a token without its scope', { ...admin, ...token }, withToken('Admin', ['monitor:read', 'play:read']), null],
    ['a token that is not valid', { ...admin, ...token, tokenHash: 'u' }, withToken('Admin', ['admin:read']), null],
    ['a session that ended', { ...admin, sessionHash: 'u' }, facts('Admin'), null],

    ['a monitor at the hub of monitors', monitor, facts('Monitor'), ['monitor:3']],
    ['an administrator at the hub of monitors', monitor, facts('Admin'), ['monitor:3']],
    ['a user at the hub of monitors', monitor, facts('User'), null],
    ['an observer at the hub of monitors', monitor, facts('User', staffOf(3)), ['monitor:3']],
    ['an observer of another game', monitor, facts('User', staffOf(4)), null],
    ['a banned observer', monitor, facts('Banned', staffOf(3)), null],
    ['an anonymous client at the hub of monitors', { ...monitor, ...stranger }, facts('Admin', staffOf(3)), null],
    ['a token at the hub of monitors', { ...monitor, ...token }, withToken('Monitor', ['monitor:read']), ['monitor:3']],
    ['a token made for playing', { ...monitor, ...token }, withToken('Monitor', ['play:read']), null],
    ['a monitor without a game', { ...monitor, gameId: null }, facts('Monitor'), null],
    ['a monitor at a game that is gone', { ...monitor, gameId: 4 }, facts('Monitor'), null],

    ['a player', user, facts('User', joined), ['game:3', 'board:3', 'participation:9']],
    ['a user who does not play', user, facts('User'), ['game:3', 'board:3']],
    ['a player who asked for nothing more', { ...user, live: false }, facts('User', joined), ['game:3']],
    ['a banned player', user, facts('Banned', joined), ['game:3', 'board:3']],
    ['an anonymous client', { ...user, ...stranger }, facts('User', joined), ['game:3', 'board:3']],
    [
      'a player of another game',
      user,
      facts('User', { participations: new Map([[pairKey(4, 'a'), 9]]) }),
      ['game:3', 'board:3'],
    ],
    [
      'a player by token',
      { ...user, ...token },
      withToken('User', ['play:read'], joined),
      ['game:3', 'board:3', 'participation:9'],
    ],
    [
      'a token without the scope to play',
      { ...user, ...token },
      withToken('User', ['monitor:read'], joined),
      ['game:3', 'board:3'],
    ],
    ['a player without a game', { ...user, gameId: null }, facts('User', joined), null],
    ['a player at a game that is gone', { ...user, gameId: 4 }, facts('User', joined), null],
  ])('of %s', (_title, who, known, rooms) => expect(roomsFor(who, known)).toEqual(rooms));

  it.each<[string, ConnectionRequest, AccessFacts, Room[] | null]>([
    ['an anonymous client', { ...user, ...stranger }, facts('User'), null],
    ['a user', user, facts('User'), null],
    [
      'a member of an accepted team',
      user,
      facts('User', { accepted: new Set([pairKey(3, 'a')]) }),
      ['game:3', 'board:3'],
    ],
    ['a banned member', user, facts('Banned', { accepted: new Set([pairKey(3, 'a')]) }), null],
    ['an observer', user, facts('User', staffOf(3)), ['game:3', 'board:3', 'staff:3']],
    ['a banned observer', user, facts('Banned', staffOf(3)), null],
    ['a monitor', user, facts('Monitor'), ['game:3', 'board:3', 'staff:3']],
  ])('of %s at a hidden game', (_title, who, known, rooms) => {
    expect(roomsFor(who, { ...known, ...gameWith({ hidden: true }) })).toEqual(rooms);
  });

  it('belong to three hubs, and pairs are keyed by game and account', () => {
    expect(hubs).toEqual(['user', 'monitor', 'admin']);
    expect(pairKey(3, 'a')).toBe('3 a');
  });
});
