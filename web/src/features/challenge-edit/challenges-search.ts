import type { ChallengeType } from '@vexil/db/enums/challenge';

export const challengeStates = ['enabled', 'disabled', 'planned', 'odd'] as const;
export type ChallengeState = (typeof challengeStates)[number];

export const challengeOrders = ['place', 'title', 'score', 'solves'] as const;
export type ChallengeOrder = (typeof challengeOrders)[number];

export type ChallengesSearch = {
  q?: string;
  /** Key of a category. */
  category?: string;
  type?: ChallengeType;
  state?: ChallengeState;
  order?: ChallengeOrder;
  desc?: boolean;
};
