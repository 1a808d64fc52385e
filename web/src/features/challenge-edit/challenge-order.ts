import type { ChallengeInfo } from '@vexil/contract/challenge';
import { compareTitles } from '@vexil/rules/scoreboard.board.rules';
import { compareCategories } from '../../ui/category';
import type { ChallengeOrder, ChallengesSearch } from './challenges-search';

type Placed = Pick<ChallengeInfo, 'id' | 'title' | 'category' | 'customCategory' | 'position'>;

/** The players' order, which previous and next follow too: by category, by hand, then by title. */
export function inListOrder<T extends Placed>(challenges: readonly T[]): T[] {
  const position = (challenge: Placed) => challenge.position ?? Number.POSITIVE_INFINITY;
  const byHand = (one: T, other: T) => (position(one) === position(other) ? 0 : position(one) - position(other));
  return challenges.toSorted(
    (one, other) =>
      compareCategories(one, other) || byHand(one, other) || compareTitles(one.title, other.title) || one.id - other.id,
  );
}

const comparisons: Record<ChallengeOrder, (one: ChallengeInfo, other: ChallengeInfo) => number> = {
  place: () => 0,
  title: (one, other) => compareTitles(one.title, other.title),
  score: (one, other) => one.score - other.score,
  solves: (one, other) => one.acceptedCount - other.acceptedCount,
};

/** Equal ones stay as they are given: in the players' order. */
export function sortChallenges(
  challenges: readonly ChallengeInfo[],
  { order = 'place', desc }: ChallengesSearch,
): ChallengeInfo[] {
  const sorted = challenges.toSorted(comparisons[order]);
  return desc ? sorted.reverse() : sorted;
}

/** Takes the place of `target`; those in between move up. */
export function moveTo(ids: readonly number[], id: number, target: number): number[] {
  const place = ids.indexOf(target);
  return place < 0 ? [...ids] : ids.filter((one) => one !== id).toSpliced(place, 0, id);
}
