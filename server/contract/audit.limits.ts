/** Of a text in the audit log; longer ones are cut, and end with an ellipsis. */
export const auditTextLengthMax = 65_536;
