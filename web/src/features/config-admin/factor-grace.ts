/** How long staff have for their second factor, where nothing else is chosen. */
export const graceMs = 7 * 24 * 3_600_000;
