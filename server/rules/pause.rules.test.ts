import { timeMax } from '@vexil/contract/wire';
import { describe, expect, it } from 'vitest';
import { canPause, gameNow, resumedText, shiftedDate, shiftedTime } from './pause.rules';

const shift = { pausedAt: 1000, resumedAt: 1400 };

describe('the clocks of a game', () => {
  it.each([
    [null, 2000, 2000],
    [1000, 2000, 1000],
    [1000, 1000, 1000],
    // The clock of another server.
    [1000, 999, 999],
  ])('paused at %s show at %i: %i', (pausedAt, now, shown) => {
    expect(gameNow({ pausedAt }, now)).toBe(shown);
    const dates = { pausedAt: pausedAt === null ? null : new Date(pausedAt) };
    expect(gameNow(dates, new Date(now))).toEqual(new Date(shown));
  });

  it('show the given time at the moment of the pause itself', () => {
    const now = new Date(1000);
    expect(gameNow({ pausedAt: new Date(1000) }, now)).toBe(now);
  });
});

describe('a time of a game', () => {
  it.each([
    ['that had come stays', 999, 999],
    ['that came with the pause stays', 1000, 1000],
    ['that was to come is later by the length of the pause', 1001, 1401],
    ['has an end', timeMax - 399, timeMax],
    ['reaches it', timeMax - 400, timeMax],
    ['is not moved further than the pause', timeMax - 401, timeMax - 1],
  ])('%s', (_title, time, moved) => {
    expect(shiftedTime(time, shift)).toBe(moved);
    expect(shiftedDate(new Date(time), shift)).toEqual(new Date(moved));
  });

  it('that there is none of stays none', () => {
    expect(shiftedDate(null, shift)).toBe(null);
  });
});

it.each([
  [99, false],
  [100, true],
  [199, true],
  [200, false],
])('a game from 100 to 200 can be paused at %i: %s', (now, expected) => {
  expect(canPause({ start: 100, end: 200 }, now)).toBe(expected);
});

it.each([
  ['The venue lost power.', 0, '▶ ~~The venue lost power.~~ +0:00:00'],
  [' Two\n\nlines ', 32_400, '▶ ~~Two lines~~ +0:00:32'],
  ['Night', 59_999, '▶ ~~Night~~ +0:01:00'],
  ['Night', 36_061_000, '▶ ~~Night~~ +10:01:01'],
])('says of %j after %i ms that it is over', (reason, tookMs, expected) => {
  expect(resumedText(reason, { pausedAt: 1000, resumedAt: 1000 + tookMs })).toBe(expected);
});
