import { challengeCategories } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { categoryNameLengthMax, customCategoriesMax, foldCategory } from './category.limits';
import { problem, reportTwice } from './field';
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
    reportTwice(
      ctx,
      list.map(({ id }) => id),
      (at) => [at, 'id'],
    );
    reportTwice(
      ctx,
      list.map(({ name }) => foldCategory(name)),
      (at) => [at, 'name'],
    );
  })
  .describe('Categories of its own, beside the thirteen');
