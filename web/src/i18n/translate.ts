import { createInstance } from 'i18next';
import type { LanguageFile } from './language-file';
import type { LanguageTag } from './languages';

type Values = Record<string, string | number | undefined>;

const namespace = 'texts';
const listeners = new Set<() => void>();
let current: LanguageTag = 'en-US';

const texts = createInstance();
// Files have English in their gaps, so no second language is behind one. React escapes what it shows.
void texts.init({
  resources: {},
  ns: [namespace],
  defaultNS: namespace,
  fallbackLng: false,
  load: 'currentOnly',
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

export const hasTexts = (language: LanguageTag): boolean => texts.hasResourceBundle(language, namespace);

export function addTexts(language: LanguageTag, file: LanguageFile): void {
  texts.addResourceBundle(language, namespace, file);
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

/** The text of `team.invite.title`; with `count` that of its plural form, and of zero where zero has its own. */
export function translate(language: LanguageTag, key: string, values?: Values): string {
  if (values === undefined) {
    // A look-up: a page shows hundreds before one can use it, and `t` takes ten times as long.
    const text: unknown = texts.getResource(language, namespace, key);
    if (typeof text === 'string') return text;
  }
  const count = values?.count;
  return texts.t(key, { lng: language, replace: values, ...(typeof count === 'number' && { count }) });
}
