import { challengeTypes } from '@vexil/db/enums/challenge';
import { flag, oneOf, searchOf, text } from '../../ui/search-params';

export const challengeStates = ['enabled', 'disabled', 'planned', 'odd'] as const;
export type ChallengeState = (typeof challengeStates)[number];

const challengeOrders = ['place', 'title', 'score', 'solves'] as const;
export type ChallengeOrder = (typeof challengeOrders)[number];

export const readChallengesSearch = searchOf({
  q: text(),
  /** Key of a category. */
  category: text(),
  type: oneOf(challengeTypes),
  state: oneOf(challengeStates),
  order: oneOf(challengeOrders),
  desc: flag,
});
export type ChallengesSearch = ReturnType<typeof readChallengesSearch>;
