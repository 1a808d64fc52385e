/** UTF-16 units of what a search looks for. */
export const capturePatternLengthMax = 256;
export const captureMatchesMax = 1000;
/** Searches of a game that wait or run. */
export const captureSearchesMax = 3;
