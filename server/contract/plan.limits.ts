export const planKeyLengthMax = 255;
export const planPathLengthMax = 1024;
export const planChallengesMax = 2000;
/** Characters of a value that a change shows. */
export const planValueLengthMax = 200;
/** A plan is kept so long. */
export const planAgeMsMax = 24 * 3_600_000;
