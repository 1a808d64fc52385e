import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { challengeCategories } from '@vexil/db/enums/challenge';
import type { Translate } from '../../i18n/texts';
import { type Categorised, categoryKey, categoryName } from '../../ui/category';

type Lists = Pick<GameInfo, 'customCategories'>;

/** The thirteen, then the game's own. */
const categoryChoices = ({ customCategories }: Lists): Categorised[] => [
  ...challengeCategories.map((category) => ({ category })),
  ...customCategories.map((own) => ({ category: own.category, customCategory: own })),
];

export const categoryData = (t: Translate<'ui' | 'shell'>, game: Lists) =>
  categoryChoices(game).map((one) => ({ value: categoryKey(one), label: categoryName(t, one) }));

export const chosenKey = ({ category, customCategory }: Pick<ChallengeEdit, 'category' | 'customCategory'>): string =>
  customCategory ?? category;

export const categoryOf = (game: Lists, key: string): Categorised =>
  categoryChoices(game).find((one) => categoryKey(one) === key) ?? { category: 'Misc' };

/** What a change sends for a key. */
export function categoryChange(key: string) {
  const ours = challengeCategories.find((category) => category === key);
  return ours ? { category: ours, customCategory: '' } : { customCategory: key };
}
