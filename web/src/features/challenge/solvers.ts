import type { Scoreboard } from '@vexil/contract/scoreboard';

export type Solver = {
  teamId: number;
  name: string;
  avatar: string | null;
  /** From 1. */
  place: number;
  /** Unix milliseconds. */
  time: number;
  userName: string;
};

/** The teams that solved a challenge on this board, by time. */
export function solversOf({ items }: Pick<Scoreboard, 'items'>, challengeId: number): Solver[] {
  const solves = items.flatMap(({ id, name, avatar, solvedChallenges }) => {
    const solve = solvedChallenges.find((one) => one.id === challengeId);
    return solve ? [{ teamId: id, name, avatar, time: solve.time, userName: solve.userName ?? '' }] : [];
  });
  return solves.sort((a, b) => a.time - b.time).map((solve, index) => ({ ...solve, place: index + 1 }));
}

/** Corners of the curve of solves as an SVG path in a box; time runs from `from` to `to`. */
export function solveCurve(
  times: readonly number[],
  { from, to, width, height }: { from: number; to: number; width: number; height: number },
): string {
  const span = Math.max(1, to - from);
  const x = (time: number) => Math.round((Math.min(Math.max(time, from), to) - from) * (width / span) * 10) / 10;
  const y = (count: number) => Math.round((height - (count * height) / Math.max(1, times.length)) * 10) / 10;
  const steps = times.map((time, index) => `H${x(time)}V${y(index + 1)}`);
  return `M0 ${height}${steps.join('')}H${width}`;
}

/** `02:14:09`; hours run past a day, so that all of a list compare. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
