export const awardPointsMax = 100_000;
/** Every board carries the reasons. */
export const awardReasonLengthMax = 200;
export const awardLabelLengthMax = 32;
/** Of a game, without those that were taken back. */
export const awardsMax = 10_000;
