/** How long a mailed link works. */
export const mailLifetimeMs = 3 * 3600 * 1000;
