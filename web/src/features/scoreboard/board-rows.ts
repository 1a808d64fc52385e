// Rows keep their identity between scoreboard versions unless they changed, so derived values are cached per row.

import type { Scoreboard, ScoreboardChallenge, ScoreboardItem } from '@vexil/contract/scoreboard';
import { byCategory, type Categorised, categoryKey, colourOf } from '../../ui/category';
import type { BoardSearch } from './board-search';

export type Row = ScoreboardItem;
export type Solve = Row['solvedChallenges'][number];
export type BoardDivision = Scoreboard['divisions'][number];

const found = new WeakMap<Row, ReadonlyMap<number, Solve>>();

export function solvesOf(row: Row): ReadonlyMap<number, Solve> {
  let solves = found.get(row);
  if (!solves) {
    solves = new Map(row.solvedChallenges.map((solve) => [solve.id, solve]));
    found.set(row, solves);
  }
  return solves;
}

/** Filtered rows in the selected order; the scoreboard itself is sorted by score. */
export function boardRows(items: readonly Row[], search: BoardSearch): Row[] {
  const { q = '', division, challenge, sort = 'score' } = search;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = items.filter(
    (row) =>
      (division === undefined || row.divisionId === division) &&
      (challenge === undefined || solvesOf(row).has(challenge)) &&
      words.every((word) => row.name.toLowerCase().includes(word)),
  );
  if (sort === 'solved') rows.sort((a, b) => b.solvedCount - a.solvedCount);
  if (sort === 'last') rows.sort((a, b) => b.lastSubmissionTime - a.lastSubmissionTime);
  return rows;
}

export type CategoryGroup = Categorised & { from: number; challenges: ScoreboardChallenge[] };

/** Challenges as columns, grouped by category, each group with the index of its first column. */
export function challengeGroups({ challenges }: Scoreboard): CategoryGroup[] {
  let from = 0;
  return byCategory(challenges).map((group) => {
    const placed = { ...group, from };
    from += group.challenges.length;
    return placed;
  });
}

/** Column index and category of each challenge. */
export type Layout = {
  signature: string;
  columns: number;
  at: ReadonlyMap<number, number>;
  categories: readonly (Categorised & { from: number; count: number })[];
};

export const layoutSignature = (groups: readonly CategoryGroup[]): string =>
  groups
    .map((group) => `${categoryKey(group)}.${colourOf(group)}:${group.challenges.map(({ id }) => id).join()}`)
    .join(';');

export function layoutOf(groups: readonly CategoryGroup[]): Layout {
  const ids = groups.flatMap(({ challenges }) => challenges.map(({ id }) => id));
  return {
    signature: layoutSignature(groups),
    columns: ids.length,
    at: new Map(ids.map((id, column) => [id, column])),
    categories: groups.map(({ challenges, ...group }) => ({ ...group, count: challenges.length })),
  };
}

export type CategorySum = { solved: number; points: number };

const sums = new WeakMap<Row, { signature: string; sums: CategorySum[] }>();

export function categorySums(row: Row, layout: Layout): CategorySum[] {
  const known = sums.get(row);
  if (known?.signature === layout.signature) return known.sums;
  const made = layout.categories.map(() => ({ solved: 0, points: 0 }));
  for (const { id, score } of row.solvedChallenges) {
    const column = layout.at.get(id);
    if (column === undefined) continue;
    const index = layout.categories.findIndex(({ from, count }) => column >= from && column < from + count);
    const sum = made[index];
    if (!sum) continue;
    sum.solved += 1;
    sum.points += score;
  }
  sums.set(row, { signature: layout.signature, sums: made });
  return made;
}

export type MemberShare = { name: string; solved: number; points: number };

/** Points per member, highest first. */
export function memberShares({ solvedChallenges }: Row): MemberShare[] {
  const members = new Map<string, MemberShare>();
  for (const { userName, score } of solvedChallenges) {
    const name = userName ?? '';
    const member = members.get(name) ?? { name, solved: 0, points: 0 };
    member.solved += 1;
    member.points += score;
    members.set(name, member);
  }
  return [...members.values()].sort((a, b) => b.points - a.points || b.solved - a.solved);
}

export function bloodCounts({ solvedChallenges }: Row): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const { type } of solvedChallenges) {
    if (type === 'FirstBlood') counts[0] += 1;
    else if (type === 'SecondBlood') counts[1] += 1;
    else if (type === 'ThirdBlood') counts[2] += 1;
  }
  return counts;
}
