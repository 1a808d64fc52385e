// While a game is paused its clocks show the moment of the pause. Resuming moves every stored time that was still to come, in
// the transaction of the resume, so that a stored time is always the one that holds.

import { timeMax } from '@vexil/contract/time.limits';

/** Unix milliseconds. */
export interface Shift {
  pausedAt: number;
  resumedAt: number;
}

/** What the clocks of a game show. */
export function gameNow<T extends Date | number>({ pausedAt }: { pausedAt: T | null }, now: T): T {
  return pausedAt !== null && pausedAt < now ? pausedAt : now;
}

/** A time of a game after a pause. */
export const shiftedTime = (time: number, { pausedAt, resumedAt }: Shift): number =>
  time > pausedAt ? Math.min(timeMax, time + resumedAt - pausedAt) : time;

export const shiftedDate = <T extends Date | null>(date: T, shift: Shift): Date | T =>
  date && new Date(shiftedTime(date.getTime(), shift));

/** The end itself is too late: nothing could be moved. */
export const canPause = ({ start, end }: { start: number; end: number }, now: number): boolean =>
  now >= start && now < end;
