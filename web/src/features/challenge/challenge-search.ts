import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';

export const challengeSorts = ['title', 'value', 'solves', 'newest', 'difficulty'] as const;
export type ChallengeSort = (typeof challengeSorts)[number];

/** Search parameters of the challenges page; invalid values are ignored. `division` is the one that staff read as. */
export const readChallengesSearch = searchOf({
  challenge: int(1),
  q: text(),
  category: text(),
  tag: text(),
  unsolved: flag,
  sort: oneOf(challengeSorts),
  division: int(1),
});
export type ChallengesSearch = ReturnType<typeof readChallengesSearch>;
