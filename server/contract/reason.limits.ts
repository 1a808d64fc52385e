/** Characters of why staff acted against a team or an account. */
export const reasonLengthMax = 500;
