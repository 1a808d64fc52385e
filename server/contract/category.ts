import { challengeCategories } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { categoryNameLengthMax, customCategoriesMax, foldCategory } from './category.limits';
import { problem } from './field';
import { Id, shownName } from './wire';

const ours = new Set(challengeCategories.map(foldCategory));

export const CategoryName = shownName(categoryNameLengthMax).refine(
  (name) => !ours.has(foldCategory(name)),
  problem('field.twice'),
);

const Category = z.enum(challengeCategories);

/** As players see it. */
export const CategoryLook = z.object({
  name: z.string(),
  icon: Category.describe('Whose icon it has'),
  colour: Category.describe('Whose colour it has'),
});
export type CategoryLook = z.infer<typeof CategoryLook>;

export const CustomCategory = CategoryLook.extend({
  id: Id,
  category: Category.describe('The nearest of these, for clients that do not know it'),
});

const twiceIn = (values: readonly unknown[]) =>
  values.findIndex((value, index) => value !== undefined && values.indexOf(value) < index);

export const CustomCategories = z
  .array(
    z.object({
      id: Id.optional().describe('Of one that the game has; without it, the one of this name, or a new one'),
      name: CategoryName,
      category: Category.default('Misc').describe('The nearest of these'),
      icon: Category.optional().describe('Whose icon it has; the nearest one’s by default'),
      colour: Category.optional().describe('Whose colour it has; the nearest one’s by default'),
    }),
  )
  .max(customCategoriesMax)
  .superRefine((list, ctx) => {
    for (const [member, values] of [
      ['id', list.map(({ id }) => id)],
      ['name', list.map(({ name }) => foldCategory(name))],
    ] as const) {
      const twice = twiceIn(values);
      if (twice >= 0) ctx.addIssue({ code: 'custom', path: [twice, member], ...problem('field.twice') });
    }
  })
  .describe('Categories of its own, beside the thirteen');
