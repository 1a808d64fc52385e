import { createInstance } from 'i18next';
import { createStore } from '../store/create-store';
import type { LanguageFile } from './language-file';
import type { LanguageTag } from './languages';

type Values = Record<string, string | number | undefined>;

const namespace = 'texts';
export const languageStore = createStore<LanguageTag>('en-US');
/** Whether the page is of a game that is joined alone, whose words for a team are others. */
export const soloStore = createStore(false);

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

/** For keys made of names that come with data. */
export const hasText = (language: LanguageTag, key: string): boolean =>
  typeof texts.getResource(language, namespace, key) === 'string';

export function addTexts(language: LanguageTag, file: LanguageFile): void {
  texts.addResourceBundle(language, namespace, file);
}

export const currentLanguage = languageStore.get;

/** The text of `team.invite.title`; with `count` that of its plural form, and of zero where zero has its own. */
export function translate(language: LanguageTag, shared: string, values?: Values): string {
  const key = soloStore.get() ? soloKey(language, shared, values?.count) : shared;
  if (values === undefined) {
    // A look-up: a page shows hundreds before one can use it, and `t` takes ten times as long.
    const text: unknown = texts.getResource(language, namespace, key);
    if (typeof text === 'string') return text;
  }
  const count = values?.count;
  return texts.t(key, { lng: language, replace: values, ...(typeof count === 'number' && { count }) });
}

function soloKey(lng: LanguageTag, key: string, count: Values[string]): string {
  const own = `solo.${key}`;
  return texts.exists(own, { lng, ...(typeof count === 'number' && { count }) }) ? own : key;
}
