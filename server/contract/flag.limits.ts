/** UTF-16 units, as are those of templates and of the reference, whose packages have no longer ones. */
export const flagLengthMax = 255;
export const flagPatternLengthMax = 200;
export const flagTemplateLengthMax = 255;
export const commonFlagLengthMax = 127;
export const commonTemplateLengthMax = 120;
