import { type CategoryGroup, categorySums, type Layout, type Row, solvesOf } from './board-rows';

/** By challenge, which solver the team was: 1 for the first. */
export function solvePlaces(items: readonly Row[], row: Row): Map<number, number> {
  const places = new Map<number, number>(row.solvedChallenges.map(({ id }) => [id, 1]));
  for (const other of items) {
    if (other.id === row.id) continue;
    const theirs = solvesOf(other);
    for (const { id, time, type } of row.solvedChallenges) {
      const solve = theirs.get(id);
      if (!solve) continue;
      // Solves of one millisecond are ordered by their bloods.
      const isEarlier = solve.time < time || (solve.time === time && bloodOrder(solve.type) < bloodOrder(type));
      if (isEarlier) places.set(id, (places.get(id) ?? 1) + 1);
    }
  }
  return places;
}

const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood'];
const bloodOrder = (type: string) => (bloodTypes.includes(type) ? bloodTypes.indexOf(type) : bloodTypes.length);

/** Per category, the part of the points to be had; bonuses do not make it more than all. */
export function categoryParts(row: Row, groups: readonly CategoryGroup[], layout: Layout): number[] {
  const sums = categorySums(row, layout);
  return groups.map(({ challenges }, index) => {
    const available = challenges.reduce((sum, { score }) => sum + score, 0);
    return available > 0 ? Math.min(1, (sums[index]?.points ?? 0) / available) : 0;
  });
}
