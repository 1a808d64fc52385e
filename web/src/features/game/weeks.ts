import type { BasicGame } from '@vexil/contract/game';

type Days = { from: number; to: number };
/** A game within a week: its first and last day there, from 0, its row, and the days that its name may run over. */
export type Bar = Days & { game: BasicGame; begins: boolean; ends: boolean; row: number; name: Days };
/** `before` counts the weeks left out in front of it, because nothing is on in them. */
export type Week = { start: number; days: number[]; bars: Bar[]; rows: number; before: number };

const weeksBack = 3;
/** This week and those after it are there also without games. */
const weeksAlways = 3;
const weeksMax = 12;
/** Fewer do not hold a name. */
const daysOfName = 4;

/** Local midnights, which a day of 23 or 25 hours does not shift. */
function addDays(at: number, days: number): number {
  const date = new Date(at);
  date.setDate(date.getDate() + days);
  return date.getTime();
}

/** The midnight on which the week of a moment begins; `firstDay` as in `Date.getDay`. */
export function startOfWeek(at: number, firstDay: number): number {
  const date = new Date(at);
  date.setHours(0, 0, 0, 0);
  return addDays(date.getTime(), -((date.getDay() - firstDay + 7) % 7));
}

function barsOf(games: readonly BasicGame[], start: number): Bar[] {
  const end = addDays(start, 7);
  const freeFrom: number[] = [];
  return games
    .filter((game) => game.start < end && game.end >= start)
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((game) => {
      const dayOf = (at: number) => [1, 2, 3, 4, 5, 6].filter((day) => at >= addDays(start, day)).length;
      const from = dayOf(game.start);
      const to = dayOf(game.end);
      const fits = from + daysOfName <= 7 || to - from >= daysOfName - 1;
      // Over its bar and what follows; a late one has no room there.
      const name = fits ? { from, to: Math.max(to, from + daysOfName - 1) } : { from: from - daysOfName, to };
      const found = freeFrom.findIndex((day) => day <= name.from);
      const row = found === -1 ? freeFrom.length : found;
      freeFrom[row] = name.to + 1;
      return { game, from, to, begins: game.start >= start, ends: game.end < end, row, name };
    });
}

/** The weeks with games from a little before now on. */
export function weeksOf(games: readonly BasicGame[], now: number, firstDay: number): Week[] {
  const thisWeek = startOfWeek(now, firstDay);
  const alwaysUntil = addDays(thisWeek, 7 * (weeksAlways - 1));
  const last = Math.max(alwaysUntil, ...games.map(({ end }) => end));
  const weeks: Week[] = [];
  let before = 0;
  for (
    let start = addDays(thisWeek, -7 * weeksBack);
    start <= last && weeks.length < weeksMax;
    start = addDays(start, 7)
  ) {
    const bars = barsOf(games, start);
    if (bars.length === 0 && (start < thisWeek || start > alwaysUntil)) {
      before += 1;
      continue;
    }
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(start, day));
    const rows = Math.max(1, ...bars.map(({ row }) => row + 1));
    weeks.push({ start, days, bars, rows, before: weeks.length === 0 ? 0 : before });
    before = 0;
  }
  return weeks;
}
