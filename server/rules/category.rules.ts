// Categories of a game's own. A challenge has a copy of its one, so that no page of players has to look for it.

import type { CustomCategories } from '@vexil/contract/category';
import { foldCategory } from '@vexil/contract/category.limits';
import type { ChallengeCategory, CustomCategory } from '@vexil/db/enums/challenge';
import type { z } from 'zod';

type SentCategory = z.output<typeof CustomCategories>[number];

const isNamed =
  (wanted: string) =>
  ({ name }: { name: string }): boolean =>
    foldCategory(name) === foldCategory(wanted);

export const findCategory = (list: readonly CustomCategory[], name: string): CustomCategory | undefined =>
  list.find(isNamed(name));

/** Sent ones that name no id are those of their name, as a folder names them. */
export function numberCategories(stored: readonly CustomCategory[], sent: readonly SentCategory[]): CustomCategory[] {
  const claimed = new Set(sent.map(({ id }) => id));
  let last = Math.max(0, ...stored.map(({ id }) => id));
  return sent.map(({ id, name, category, icon = category, colour = category }) => {
    const named = findCategory(stored, name)?.id;
    const known = id ?? (claimed.has(named) ? undefined : named);
    return { id: known ?? ++last, name, category, icon, colour };
  });
}

/** What a folder or a package has, with what its challenges name, beside what is there. */
export function mergeCategories(
  stored: readonly CustomCategory[],
  sent: readonly SentCategory[],
  named: readonly { name: string; category: ChallengeCategory }[],
): SentCategory[] {
  const list: SentCategory[] = [...stored];
  for (const { name, category, icon = category, colour = category } of sent) {
    const at = list.findIndex(isNamed(name));
    const id = list[at]?.id;
    if (at < 0) list.push({ name, category, icon, colour });
    else list[at] = { ...(id && { id }), name, category, icon, colour };
  }
  for (const { name, category } of named) if (!list.some(isNamed(name))) list.push({ name, category });
  return list;
}

export const namedCategories = (
  challenges: readonly { category: ChallengeCategory; vexil?: { customCategory?: string | undefined } | undefined }[],
) =>
  challenges.flatMap(({ category, vexil }) =>
    vexil?.customCategory ? [{ name: vexil.customCategory, category }] : [],
  );
