import type { CategoryLook } from '@vexil/contract/category';
import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';
import type { BaseFeature, Translate } from '../i18n/texts';
import { categoryColour } from '../theme/tokens';

/** Of one of the thirteen categories, or of one of the game's own in its place. */
export type Categorised = { category: ChallengeCategory; customCategory?: CategoryLook | null | undefined };

/** Names of own categories are none of the thirteen, so they share one list of keys. */
export const categoryKey = ({ category, customCategory }: Categorised): string => customCategory?.name ?? category;

export const categoryName = (t: Translate<BaseFeature>, { category, customCategory }: Categorised): string =>
  customCategory?.name ?? t(`ui.category.${category}`);

export const colourOf = ({ category, customCategory }: Categorised): ChallengeCategory =>
  customCategory?.colour ?? category;

export const categoryStyle = (of: Categorised) => categoryColour(colourOf(of));

const ownName = ({ customCategory }: Categorised) => customCategory?.name.toLowerCase() ?? '';

/** In the players' order: own categories follow their nearest, by name. */
export const compareCategories = (one: Categorised, other: Categorised): number =>
  challengeCategories.indexOf(one.category) - challengeCategories.indexOf(other.category) ||
  Number(ownName(one) > ownName(other)) - Number(ownName(one) < ownName(other));

export const byCategory = <One extends Categorised>(challenges: Partial<Record<ChallengeCategory, One[]>>) =>
  groupChallenges(Object.values(challenges).flat());

/** Challenges keep their order in each. */
export function groupChallenges<One extends Categorised>(
  challenges: readonly One[],
): (Categorised & { challenges: One[] })[] {
  const groups = new Map<string, Categorised & { challenges: One[] }>();
  for (const one of challenges) {
    const { category, customCategory } = one;
    const group = groups.get(categoryKey(one)) ?? { category, customCategory, challenges: [] };
    group.challenges.push(one);
    groups.set(categoryKey(one), group);
  }
  return [...groups.values()].sort(compareCategories);
}
