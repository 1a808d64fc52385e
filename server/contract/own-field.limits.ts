/** Of the platform, and of each game. */
export const ownFieldsMax = 10;
/** The countries of the world fit. */
export const fieldChoicesMax = 250;
export const fieldNameLengthMax = 64;
export const fieldChoiceLengthMax = 64;
export const fieldValueLengthMax = 255;
