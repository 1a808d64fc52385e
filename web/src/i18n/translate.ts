import type { Texts } from './fill-gaps';
import type { LanguageFile } from './language-file';
import type { LanguageTag } from './languages';

/**
 * Texts by key, with plurals and values. The part of i18next that we used is these lines; the library was a tenth of the
 * scripts of the first page.
 */
type Values = Record<string, string | number | undefined>;

const files = new Map<LanguageTag, LanguageFile>();
const rules = new Map<LanguageTag, Intl.PluralRules>();
const listeners = new Set<() => void>();
let current: LanguageTag = 'en-US';

export const hasTexts = (language: LanguageTag): boolean => files.has(language);

export function addTexts(language: LanguageTag, file: LanguageFile): void {
  files.set(language, file);
}

export const currentLanguage = (): LanguageTag => current;

export function setLanguage(language: LanguageTag): void {
  current = language;
  for (const listener of listeners) listener();
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function find(file: LanguageFile | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = file as Texts | undefined;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function formOf(language: LanguageTag, count: number): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

/** The text of `team.invite.title`; with `count` that of its plural form, and of zero where zero has its own. */
export function translate(language: LanguageTag, key: string, values: Values = {}): string {
  const file = files.get(language);
  const { count } = values;
  const text =
    typeof count === 'number'
      ? ((count === 0 ? find(file, `${key}_zero`) : undefined) ??
        find(file, `${key}_${formOf(language, count)}`) ??
        find(file, `${key}_other`) ??
        find(file, key))
      : find(file, key);
  return text?.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? '')) ?? key;
}
