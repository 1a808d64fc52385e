import type { z } from 'zod';
import type { FieldProblem } from './texts';

type Params = Record<string, string | number>;

/** Second argument of `refine`: a key that is translated, where a message would be English. */
export const problem = (key: FieldProblem, values: Params = {}) => ({ params: { problem: key, values } });

/** Second argument of `refine`, where a rule is about one of several members. */
export const problemOf = (member: string, key: FieldProblem, values?: Params) => ({
  ...problem(key, values),
  path: [member],
});

/** For `superRefine`: reports the first value that equals an earlier one. */
export function reportTwice(
  ctx: z.core.$RefinementCtx,
  values: readonly unknown[],
  pathOf: (index: number) => PropertyKey[] = (index) => [index],
): void {
  const seen = new Set<unknown>();
  const twice = values.findIndex((value) => value !== undefined && seen.size === seen.add(value).size);
  if (twice >= 0) ctx.addIssue({ code: 'custom', path: pathOf(twice), ...problem('field.twice') });
}

/** For `superRefine`, where a rule is about several members. */
export const report = (ctx: z.RefinementCtx, member: string, key: FieldProblem, values?: Params): void =>
  ctx.addIssue({ code: 'custom', path: [member], ...problem(key, values) });
