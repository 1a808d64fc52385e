/** How long an archive of an account is kept. */
export const exportKeptMs = 3 * 24 * 3_600_000;
/** Between two of one account. */
export const exportEveryMs = 24 * 3_600_000;
/** How long one may change one's mind before the account is erased. */
export const erasedAfterMs = 14 * 24 * 3_600_000;
