export const planKeyLengthMax = 255;
export const planPathLengthMax = 1024;
export const planChallengesMax = 2000;
/** Characters of a text, and items of a list, that a change shows. */
export const planValueLengthMax = 2000;
export const planItemsMax = 50;
/** A plan is kept so long. */
export const planAgeMsMax = 24 * 3_600_000;
