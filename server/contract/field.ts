import type { FieldProblem } from './texts';

/**
 * Second argument of a schema's `refine`: names the text of the complaint, which the reader of requests gives in the
 * caller's language. A plain message would reach everybody in English.
 */
export const problem = (key: FieldProblem) => ({ params: { problem: key } });
