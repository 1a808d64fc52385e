import type { FieldProblem } from './texts';

/**
 * Second argument of a schema's `refine`: the key of the message, which is translated for the caller. A plain message
 * would always be English.
 */
export const problem = (key: FieldProblem) => ({ params: { problem: key } });
