import type { FieldProblem } from './texts';

/** Second argument of `refine`: a key that is translated, where a message would be English. */
export const problem = (key: FieldProblem) => ({ params: { problem: key } });
