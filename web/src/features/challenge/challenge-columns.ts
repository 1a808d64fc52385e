import type { ChallengeGroup } from './challenge-filter';

/** Longer titles take a second line. */
const titleLengthMax = 24;

/** In rows: about what a heading and a second line of a title take. */
const heightOf = ({ challenges }: ChallengeGroup) =>
  challenges.reduce((sum, { title }) => sum + (title.length > titleLengthMax ? 1.3 : 1), 0.6);

/** Two columns of about the same height, which stand below each other where there is room for one only. */
export function inTwoColumns(groups: readonly ChallengeGroup[]): ChallengeGroup[][] {
  const whole = groups.reduce((sum, group) => sum + heightOf(group), 0);
  let above = 0;
  const split = groups.findIndex((group) => {
    const next = above + heightOf(group);
    const isCloser = Math.abs(whole - 2 * next) > Math.abs(whole - 2 * above);
    above = next;
    return isCloser;
  });
  const columns = split < 0 ? [[...groups]] : [groups.slice(0, split), groups.slice(split)];
  return columns.filter((column) => column.length > 0);
}

/** The groups that have one of the first rows, each with those of its rows. */
export function firstRows(groups: readonly ChallengeGroup[], rowsMax = Number.POSITIVE_INFINITY) {
  let left = rowsMax;
  return groups.flatMap((group) => {
    const shown = group.challenges.slice(0, Math.max(0, left));
    left -= group.challenges.length;
    return shown.length > 0 ? [{ ...group, shown }] : [];
  });
}
