/** Of terms, and of the rules of a game. */
export const termsLengthMax = 65_536;
