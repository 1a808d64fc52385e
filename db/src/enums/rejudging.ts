/** Open is what staff can still apply or discard. */
export const openRejudgingStates = ['Computing', 'Ready', 'Outdated'] as const;
export const rejudgingStates = [...openRejudgingStates, 'Applied', 'Discarded'] as const;
export type RejudgingState = (typeof rejudgingStates)[number];

/** What a re-judging would do to one team. Points and ranks are those of the board of staff. */
export interface TeamEffect {
  teamId: number;
  name: string;
  scoreBefore: number;
  scoreAfter: number;
  rankBefore: number;
  rankAfter: number;
}

/** Names of the teams that have the bloods of a challenge, in order. */
export interface BloodEffect {
  challengeId: number;
  title: string;
  before: string[];
  after: string[];
}

/** Numbers of what a re-judging would change. */
export interface RejudgingEffect {
  /** Submissions that were judged again. */
  submissions: number;
  changed: number;
  /** Right ones that are wrong by the flags of then, and stay right because losing was not asked for. */
  kept: number;
  teams: number;
  gains: number;
  losses: number;
  bloods: BloodEffect[];
}
