import { describe, expect, it } from 'vitest';
import { buildGame } from '../../testing/builders';
import { startOfWeek, weeksOf } from './weeks';

// A Wednesday; months count from 0.
const now = new Date(2031, 4, 14, 12).getTime();
const at = (day: number, hour = 12) => new Date(2031, 4, day, hour).getTime();

describe('startOfWeek', () => {
  it('is the midnight of the first day', () => {
    expect(startOfWeek(now, 1)).toBe(at(12, 0));
    expect(startOfWeek(now, 0)).toBe(at(11, 0));
    expect(startOfWeek(at(12, 0), 1)).toBe(at(12, 0));
  });
});

describe('weeksOf', () => {
  it('has this week and the next two also without games', () => {
    const starts = weeksOf([], now, 1).map(({ start }) => start);
    expect(starts).toEqual([at(12, 0), at(19, 0), at(26, 0)]);
  });

  it('puts games on their days, beside each other where they overlap, and on into the next week', () => {
    const long = buildGame({ id: 1, start: at(16), end: at(19) });
    const short = buildGame({ id: 2, start: at(17), end: at(17, 20) });
    const [first, second] = weeksOf([short, long], now, 1);
    expect(first?.bars).toMatchObject([
      { game: { id: 1 }, from: 4, to: 6, begins: true, ends: false, row: 0 },
      { game: { id: 2 }, from: 5, to: 5, begins: true, ends: true, row: 1 },
    ]);
    expect(second?.bars).toMatchObject([{ game: { id: 1 }, from: 0, to: 0, begins: false, ends: true }]);
  });

  it('gives every name room beside its bar, which no other takes', () => {
    const evenings = [13, 14, 17].map((day, id) => buildGame({ id, start: at(day, 18), end: at(day, 22) }));
    const [week] = weeksOf(evenings, now, 1);
    expect(week?.bars).toMatchObject([
      { from: 1, to: 1, row: 0, name: { from: 1, to: 4 } },
      { from: 2, to: 2, row: 1, name: { from: 2, to: 5 } },
      { from: 5, to: 5, row: 2, name: { from: 1, to: 5 } },
    ]);
  });

  it('leaves out weeks without games, and says how many', () => {
    const later = buildGame({ start: at(14 + 35), end: at(14 + 36) });
    expect(weeksOf([later], now, 1).map(({ before }) => before)).toEqual([0, 0, 0, 2]);
  });
});
