/** Of terms, and of the rules of a game. */
export const termsLengthMax = 65_536;
/** Of the rule of a division: every page of the game has those of all. */
export const ruleTextLengthMax = 16_384;
