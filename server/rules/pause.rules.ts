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

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Text of the notice of a resume, in Markdown: what is over, and by how long all times moved. It has no words of ours. */
export function resumedText(reason: string, { pausedAt, resumedAt }: Shift): string {
  const seconds = Math.round((resumedAt - pausedAt) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `▶ ~~${reason.split(/\s+/).join(' ').trim()}~~ +${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}
