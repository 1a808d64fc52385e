import type { Role } from '@vexil/db/enums/account';
import { describe, expect, it } from 'vitest';
import { type AccessFacts, type Asked, pairKey, roomsFor } from './live.policy';

const asked: Asked = { hub: 'user', gameId: 3, live: true, accountId: 'a', sessionHash: 's', tokenHash: null };

const facts = (role: Role, values: Partial<AccessFacts> = {}): AccessFacts => ({
  games: new Set([3]),
  roles: new Map([['s', role]]),
  tokens: new Map(),
  staff: new Set(),
  participations: new Map(),
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
