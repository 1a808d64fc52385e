import type { ChallengeInfo } from '@vexil/contract/challenge';
import { challengeCategories } from '@vexil/db/enums/challenge';
import { compareTitles } from '@vexil/rules/scoreboard.board.rules';

type Placed = Pick<ChallengeInfo, 'id' | 'title' | 'category' | 'position'>;

/** The players' order, which previous and next follow too: by category, by hand, then by title. */
export function inListOrder<T extends Placed>(challenges: readonly T[]): T[] {
  const category = (challenge: Placed) => challengeCategories.indexOf(challenge.category);
  const position = (challenge: Placed) => challenge.position ?? Number.POSITIVE_INFINITY;
  const byHand = (one: T, other: T) => (position(one) === position(other) ? 0 : position(one) - position(other));
  return challenges.toSorted(
    (one, other) =>
      category(one) - category(other) ||
      byHand(one, other) ||
      compareTitles(one.title, other.title) ||
      one.id - other.id,
  );
}

/** Takes the place of `target`; those in between move up. */
export function moveTo(ids: readonly number[], id: number, target: number): number[] {
  const place = ids.indexOf(target);
  return place < 0 ? [...ids] : ids.filter((one) => one !== id).toSpliced(place, 0, id);
}
