export const awardPointsMax = 100_000;
/** Every board carries the reasons. */
export const awardReasonLengthMax = 200;
/** Of the price of a hint, in the language of the wire; `challengeId` says whose. */
export const hintReason = 'Hint';
export const awardLabelLengthMax = 32;
/** Of a game, without those that were taken back. */
export const awardsMax = 10_000;
