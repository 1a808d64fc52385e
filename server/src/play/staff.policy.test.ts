import type { Route } from '@vexil/contract/route';
import type { Role } from '@vexil/db/enums/account';
import type { StaffRole } from '@vexil/db/enums/game';
import { describe, expect, it } from 'vitest';
import { noDb, stubDb } from '../../testing/stub-db';
import { canPlay, isStaff, isStaffOfRoute, organisesAnyGame } from './staff.policy';

const actor = (role: Role) => ({ id: 'account', role });
const withRole = (role: StaffRole) => stubDb((_, params) => (params.join() === '7,account' ? [[role]] : []));
const nothing = stubDb(() => []);

describe('isStaff', () => {
  it.each<[Role, StaffRole, boolean]>([
    ['Admin', 'organiser', true],
    ['Admin', 'observer', true],
    ['Monitor', 'observer', true],
    ['Banned', 'organiser', false],
    ['Banned', 'observer', false],
  ])('of the role %s and the needed part %s is %s in every game', async (role, needed, is) => {
    expect(await isStaff({ db: noDb }, actor(role), 7, needed)).toBe(is);
  });

  it.each<[Role, StaffRole | null, StaffRole, boolean]>([
    ['User', 'organiser', 'organiser', true],
    ['User', 'organiser', 'observer', true],
    ['User', 'observer', 'observer', true],
    ['User', 'observer', 'organiser', false],
    ['User', null, 'observer', false],
    ['User', null, 'organiser', false],
    ['Monitor', 'organiser', 'organiser', true],
    ['Monitor', 'observer', 'organiser', false],
    ['Monitor', null, 'organiser', false],
  ])('of the role %s with the part %s in the game, where %s is needed, is %s', async (role, part, needed, is) => {
    const db = part ? withRole(part) : nothing;
    expect(await isStaff({ db }, actor(role), 7, needed)).toBe(is);
    expect(await isStaff({ db }, actor(role), 8, needed)).toBe(false);
    expect(await isStaff({ db }, { id: 'another', role }, 7, needed)).toBe(false);
  });

  it('runs no query for an id out of range', async () => {
    const everywhere = stubDb(() => [['organiser']]);
    for (const id of [0, -1, 1.5, 2_147_483_648, Number.NaN]) {
      expect(await isStaff({ db: noDb }, actor('User'), id, 'observer')).toBe(false);
    }
    for (const id of [1, 2_147_483_647]) {
      expect(await isStaff({ db: everywhere }, actor('User'), id, 'observer')).toBe(true);
    }
  });
});

describe('isStaffOfRoute', () => {
  /** Organiser of game 7, which has challenge 5. */
  const db = stubDb((sql, params) => {
    if (sql.includes('from "challenges"')) return params[0] === 5 ? [[7]] : [];
    return params.join() === '7,account' ? [['organiser']] : [];
  });
  it.each<[string, Pick<Route, 'gameBy'>, Record<string, string>, boolean]>([
    ['the own game', {}, { id: '7' }, true],
    ['another game', {}, { id: '8' }, false],
    ['no game', {}, {}, false],
    ['a challenge of the own game', { gameBy: 'challenge' }, { challengeId: '5' }, true],
    ['a challenge that is not there', { gameBy: 'challenge' }, { challengeId: '6', id: '7' }, false],
  ])('finds the game in the path of %s', async (_, route, params, is) => {
    expect(
      await isStaffOfRoute({ db }, { ...actor('User'), token: null }, { ...route, access: 'organiser' }, params),
    ).toBe(is);
  });

  it.each([
    ['7', 7, true],
    ['8', 7, false],
    ['7', 8, false],
    ['7', null, true],
  ])('of game %s opens with a token of game %s: %s', async (id, gameId, is) => {
    const token = { id: 'token', hash: 'hash', scopes: [], gameId, player: null };
    for (const role of ['User', 'Admin'] as const) {
      const caller = { ...actor(role), token };
      const isOwn = is || (role === 'Admin' && gameId === null);
      expect(await isStaffOfRoute({ db }, caller, { access: 'organiser' }, { id })).toBe(isOwn);
    }
  });
});

describe('organisesAnyGame', () => {
  const organising = stubDb((_, params) => (params[0] === 'account' && params[1] === 'organiser' ? [[7]] : []));
  it.each([
    ['Banned', noDb, false],
    ['Admin', noDb, true],
    ['Monitor', nothing, false],
    ['User', nothing, false],
    ['User', organising, true],
    ['Monitor', organising, true],
  ] as const)('of the role %s', async (role, db, organises) => {
    expect(await organisesAnyGame({ db }, actor(role))).toBe(organises);
  });

  it('ignores other accounts', async () => {
    expect(await organisesAnyGame({ db: organising }, { id: 'another', role: 'User' })).toBe(false);
  });
});

describe('canPlay', () => {
  it.each([
    ['User', true],
    ['Monitor', false],
    ['Admin', false],
  ] as const)('of a %s is %s', (role, can) => expect(canPlay({ role })).toBe(can));
});
