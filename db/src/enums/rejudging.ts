/** Open is what staff can still apply or discard. */
export const openRejudgingStates = ['Computing', 'Ready', 'Outdated'] as const;
export const rejudgingStates = [...openRejudgingStates, 'Applied', 'Discarded'] as const;
export type RejudgingState = (typeof rejudgingStates)[number];
