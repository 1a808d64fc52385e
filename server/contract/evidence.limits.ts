export const caseTextLengthMax = 4000;
export const questionAnswerLengthMax = 16_384;
/** Of a case. */
export const caseNotesMax = 500;
export const caseQuestionsMax = 100;
/** Of a challenge, in a line of time; the count beside them is of all. */
export const lineSubmissionsMax = 50;
