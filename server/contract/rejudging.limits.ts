/** Shown to the teams concerned. */
export const rejudgingReasonLengthMax = 200;
