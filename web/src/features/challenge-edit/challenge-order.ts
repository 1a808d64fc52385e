import type { ChallengeInfo } from '@vexil/contract/challenge';
import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';

/** By category, then by age: the order of the list and of previous and next. */
export function inListOrder(challenges: readonly ChallengeInfo[]): ChallengeInfo[] {
  const place = ({ category }: ChallengeInfo) => challengeCategories.indexOf(category);
  return challenges.toSorted((one, other) => place(one) - place(other) || one.id - other.id);
}

export function byCategory(challenges: readonly ChallengeInfo[]): [ChallengeCategory, ChallengeInfo[]][] {
  return challengeCategories.flatMap((category) => {
    const own = challenges.filter((challenge) => challenge.category === category).toSorted((a, b) => a.id - b.id);
    return own.length > 0 ? [[category, own] as [ChallengeCategory, ChallengeInfo[]]] : [];
  });
}
