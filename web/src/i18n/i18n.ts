import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadErrorTexts } from './error-texts';
import { fallbackLanguage, isLanguageTag, type LanguageTag, languages, matchLanguage } from './languages';
import { baseFeatures, type Feature } from './texts';

const storageKey = 'language';

const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', { import: 'default' });

/** Fetches one feature's texts in one language, when something first asks for them. */
const lazyFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load =
      namespace === 'errors' ? () => loadErrorTexts(language) : files[`./locales/${language}/${namespace}.json`];
    if (!load) return done(null, {});
    load().then(
      (texts) => done(null, texts),
      // True asks i18next to try again, several times with growing pauses; without texts a page would show their names.
      (cause: Error) => done(cause, true),
    );
  },
};

function remembered(): LanguageTag | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLanguageTag(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Starts with the remembered language, else the browser's; the first page may render once this has resolved. */
export async function startTexts(language = remembered() ?? matchLanguage(navigator.languages)): Promise<void> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      // A complete language needs no second one behind it; the others would show keys where they have gaps.
      fallbackLng: (code) => (isLanguageTag(code) && languages[code].quality === 'complete' ? [] : [fallbackLanguage]),
      supportedLngs: Object.keys(languages),
      ns: [...baseFeatures, 'errors'],
      defaultNS: 'ui',
      // `team.invite.title` names the file and the key in one word.
      nsSeparator: '.',
      keySeparator: '.',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = language;
}

/** Switches to a language and remembers it. */
export async function changeLanguage(language: LanguageTag): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export function currentLanguage(): LanguageTag {
  return isLanguageTag(i18next.language) ? i18next.language : fallbackLanguage;
}

/** For a route's loader: has the texts ready before the page shows. */
export async function loadTexts(...features: Feature[]): Promise<void> {
  await i18next.loadNamespaces(features);
}
