export const customCategoriesMax = 20;
export const categoryNameLengthMax = 40;

/** Equal for names that differ by the case of their letters alone. */
export const foldCategory = (name: string): string => name.toLowerCase();
