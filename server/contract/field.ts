import type { z } from 'zod';
import type { FieldProblem } from './texts';

type Params = Record<string, string | number>;

/** Second argument of `refine`: a key that is translated, where a message would be English. */
export const problem = (key: FieldProblem, values: Params = {}) => ({ params: { problem: key, values } });

/** For `superRefine`, where a rule is about several members. */
export const report = (ctx: z.RefinementCtx, member: string, key: FieldProblem, values?: Params): void =>
  ctx.addIssue({ code: 'custom', path: [member], ...problem(key, values) });
