import { describe, expect, it } from 'vitest';
import { removedKinds, removedUntil, type StoredRetention } from './retention.rules';

const day = 24 * 3_600_000;
const end = Date.UTC(2030, 4, 3);
const game: StoredRetention = {
  endAt: new Date(end),
  pausedAt: null,
  writeupRequired: false,
  writeupDeadline: new Date(end + 5 * day),
  addressesKeptDays: 7,
  capturesKeptDays: 7,
  writeupsKeptDays: 7,
};
const until = (kind: (typeof removedKinds)[number], given: Partial<StoredRetention>, now: number) =>
  removedUntil(kind, { ...game, ...given }, new Date(now))?.getTime() ?? null;

describe.each(removedKinds)('%s', (kind) => {
  it('are due so many days after the end, to the millisecond', () => {
    expect(until(kind, {}, end + 7 * day - 1)).toBeNull();
    expect(until(kind, {}, end + 7 * day)).toBe(end);
  });

  it('are kept seven days also where they come after the end', () => {
    expect(until(kind, {}, end + 30 * day)).toBe(end + 23 * day);
  });

  it('stay without a number of days, and while the game is paused', () => {
    expect(until(kind, { [`${kind}KeptDays`]: null }, end + 9999 * day)).toBeNull();
    expect(until(kind, { pausedAt: new Date(end - 1) }, end + 9999 * day)).toBeNull();
  });

  it('have a number of days of their own', () => {
    const others = { addressesKeptDays: null, capturesKeptDays: null, writeupsKeptDays: null };
    expect(until(kind, { ...others, [`${kind}KeptDays`]: 1 }, end + day)).toBe(end);
  });
});

it('counts from the deadline of writeups where they are asked for and may come after the end', () => {
  expect(until('writeups', { writeupRequired: true }, end + 12 * day - 1)).toBeNull();
  expect(until('writeups', { writeupRequired: true }, end + 12 * day)).toBe(end + 5 * day);
  expect(until('writeups', { writeupRequired: true, writeupDeadline: new Date(end - day) }, end + 7 * day)).toBe(end);
  expect(until('writeups', { writeupRequired: true, writeupDeadline: new Date(0) }, end + 7 * day - 1)).toBeNull();
  expect(until('captures', { writeupRequired: true }, end + 7 * day)).toBe(end);
});
