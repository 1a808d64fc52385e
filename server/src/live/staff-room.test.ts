import type { Role } from '@vexil/db/enums/account';
import { describe, expect, it } from 'vitest';
import type { Room } from '../contract/live';
import { type AccessFacts, type Asked, pairKey, roomsFor } from './live.policy';

const asked: Asked = { hub: 'user', gameId: 3, live: true, accountId: 'a', sessionHash: 's', tokenHash: null };

const facts = (role: Role, values: Partial<AccessFacts> = {}): AccessFacts => ({
  games: new Map([[3, { hidden: false }]]),
  roles: new Map([['s', role]]),
  tokens: new Map(),
  staff: new Set(),
  participations: new Map(),
  accepted: new Set(),
  ...values,
});

const staffOf = (gameId: number) => ({ staff: new Set([pairKey(gameId, 'a')]) });

describe('the room of those who see a frozen board live', () => {
  it.each<[string, Asked, AccessFacts, boolean]>([
    ['a player', asked, facts('User', { participations: new Map([[pairKey(3, 'a'), 9]]) }), false],
    ['staff of the game', asked, facts('User', staffOf(3)), true],
    ['staff of another game', asked, facts('User', staffOf(4)), false],
    ['a monitor', asked, facts('Monitor'), true],
    ['an administrator', asked, facts('Admin'), true],
    ['a banned account on the staff', asked, facts('Banned', staffOf(3)), false],
    ['staff who did not ask for extensions', { ...asked, live: false }, facts('User', staffOf(3)), false],
    ['a stranger', { ...asked, accountId: null, sessionHash: null }, facts('Admin'), false],
  ])('is entered by %s only where that is right', (_title, who, known, enters) => {
    const rooms = roomsFor(who, known);
    expect(rooms?.includes('game:3')).toBe(true);
    expect(rooms?.includes('staff:3')).toBe(enters);
  });

  it('needs a token that was made for watching', () => {
    const who = { ...asked, sessionHash: null, tokenHash: 't' };
    const known = (scopes: string[]) => facts('Admin', { tokens: new Map([['t', { role: 'Admin', scopes }]]) });
    expect(roomsFor(who, known(['play:read']))).toEqual(['game:3']);
    expect(roomsFor(who, known(['play:read', 'monitor:read']))).toEqual(['game:3', 'staff:3']);
  });
});

describe('a hidden game', () => {
  const hidden = { games: new Map([[3, { hidden: true }]]) };
  const accepted = { accepted: new Set([pairKey(3, 'a')]) };
  const registered = { participations: new Map([[pairKey(3, 'a'), 9]]) };
  const token = { ...asked, sessionHash: null, tokenHash: 't' };
  const tokenFacts = (scopes: string[]) => facts('User', { tokens: new Map([['t', { role: 'Monitor', scopes }]]) });

  it.each<[string, Asked, AccessFacts, Room[] | null]>([
    ['an outsider', asked, facts('User', hidden), null],
    ['a client without an account', { ...asked, accountId: null, sessionHash: null }, facts('User', hidden), null],
    ['a team that is not accepted', asked, facts('User', { ...hidden, ...registered }), null],
    ['a member of an accepted team', asked, facts('User', { ...hidden, ...accepted }), ['game:3']],
    ['its player', asked, facts('User', { ...hidden, ...accepted, ...registered }), ['game:3', 'participation:9']],
    ['a banned player', asked, facts('Banned', { ...hidden, ...accepted }), null],
    ['a session that ended', { ...asked, sessionHash: 'old' }, facts('User', { ...hidden, ...accepted }), null],
    ['staff', asked, facts('User', { ...hidden, ...staffOf(3) }), ['game:3', 'staff:3']],
    ['staff of another game', asked, facts('User', { ...hidden, ...staffOf(4) }), null],
    ['a monitor', { ...asked, live: false }, facts('Monitor', hidden), ['game:3']],
    ['a token with the scope', token, { ...tokenFacts(['play:read']), ...hidden }, ['game:3']],
    ['a token without the scope', token, { ...tokenFacts(['admin:read']), ...hidden }, null],
  ])('is entered by %s only where that is right', (_title, who, known, rooms) => {
    expect(roomsFor(who, known)).toEqual(rooms);
  });
});
