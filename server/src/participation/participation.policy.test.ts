import { describe, expect, it } from 'vitest';
import { stubDb } from '../../testing/stub-db';
import { canReview } from './participation.policy';

const actor = { id: 'account', userName: 'someone', role: 'User', sessionHash: 'session', token: null } as const;
/** Organiser of game 7, observer of game 8. */
const db = stubDb((sql, params) => {
  if (!sql.includes('"game_id" = ')) return [[7]];
  return params[0] === 7 ? [['organiser']] : params[0] === 8 ? [['observer']] : [];
});

describe('canReview', () => {
  it.each([
    ['a team of the own game', { gameId: 7 }, true],
    ['a team of a game the caller only observes', { gameId: 8 }, false],
    ['a team of another game', { gameId: 9 }, false],
    ['an id that does not exist', undefined, true],
  ])('of %s', async (_, participation, can) => expect(await canReview({ db }, actor, participation)).toBe(can));

  it('is no right of monitors, who observe every game', async () => {
    expect(await canReview({ db }, { ...actor, role: 'Monitor' }, { gameId: 9 })).toBe(false);
  });

  it('does not reveal ids to accounts that organise no game', async () => {
    const none = stubDb(() => []);
    expect(await canReview({ db: none }, actor, undefined)).toBe(false);
    expect(await canReview({ db: none }, actor, { gameId: 7 })).toBe(false);
  });
});
