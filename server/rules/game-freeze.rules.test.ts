import { describe, expect, it } from 'vitest';
import { changedFreeze, openFreeze, shownFreeze, shownReveal } from './game-freeze.rules';

const [one, other] = [new Date('2026-05-01T18:00:00Z'), new Date('2026-05-01T19:00:00Z')];
const none = { freezeAt: null, revealedFreezeAt: null, revealedAt: null };
const frozen = { ...none, freezeAt: one };
const revealed = { freezeAt: null, revealedFreezeAt: one, revealedAt: other };

describe('the freeze of a game', () => {
  it('is shown before and after it was revealed', () => {
    expect([none, frozen, revealed].map(shownFreeze)).toEqual([null, one, one]);
  });

  it('was revealed only while no other is set', () => {
    expect([none, frozen, revealed, { ...revealed, freezeAt: other }].map(shownReveal)).toEqual([
      null,
      null,
      other,
      null,
    ]);
  });

  it('is not open once it was revealed', () => {
    expect(openFreeze({ freezeTime: 5, revealedAt: null })).toBe(5);
    expect(openFreeze({ freezeTime: 5, revealedAt: 6 })).toBeNull();
  });

  it.each([
    ['nothing said', revealed, undefined],
    ['the revealed time repeated', revealed, new Date(one)],
    ['the set time repeated', frozen, new Date(one)],
    ['none where there is none', none, null],
  ])('does not change with %s', (_title, stored, freezeAt) => {
    expect(changedFreeze(stored, freezeAt)).toEqual({});
  });

  it.each([
    ['another time', frozen, other],
    ['a first time', none, one],
    ['no more', frozen, null],
    ['another time after revealing', revealed, other],
    ['no more after revealing', revealed, null],
  ])('is set anew with %s', (_title, stored, freezeAt) => {
    expect(changedFreeze(stored, freezeAt)).toEqual({ freezeAt, revealedFreezeAt: null, revealedAt: null });
  });
});
