/** End of the year 9999: later instants have no common text form. */
export const timeMax = 253_402_300_799_999;
