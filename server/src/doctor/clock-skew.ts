export const skewMsMax = 2000;

/** How far a clock is off at least, that was read at some moment between `askedAt` and now. */
export const skewBetween = (askedAt: number, time: number): number =>
  Math.round(Math.max(0, askedAt - time, time - Date.now()));
