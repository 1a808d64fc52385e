import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageFiles } from './language-file';
import { fallbackLanguage, isLanguageTag, type LanguageTag, languages, matchLanguage } from './languages';
import type { Feature } from './texts';

const storageKey = 'language';

function remembered(): LanguageTag | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored === null || isLanguageTag(stored)) return stored ?? undefined;
    // biome-ignore lint/suspicious/noConsole: says why the page is in English
    console.warn(`The language ${JSON.stringify(stored)} is not supported; ${fallbackLanguage} is shown.`);
    return fallbackLanguage;
  } catch {
    return undefined;
  }
}

function remember(language: LanguageTag) {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

async function addTexts(language: LanguageTag): Promise<void> {
  if (i18next.hasResourceBundle(language, 'ui')) return;
  const file = await languageFiles.load(language);
  for (const [feature, texts] of Object.entries(file)) i18next.addResourceBundle(language, feature, texts);
}

/** Starts with the remembered language, else the browser's; the first page may render once this has resolved. */
export async function startTexts(language = remembered() ?? matchLanguage(navigator.languages)): Promise<void> {
  const file = await languageFiles.load(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: file },
    // Every language's file has English in its gaps, so that no second file is needed behind it.
    fallbackLng: false,
    supportedLngs: Object.keys(languages),
    ns: Object.keys(file),
    defaultNS: 'ui',
    // `team.invite.title` names the feature and the key in one word; i18next tells them apart by the list above.
    nsSeparator: '.',
    keySeparator: '.',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

let wanted: LanguageTag | undefined;

/** Switches to a language and remembers it. */
export async function changeLanguage(language: LanguageTag): Promise<void> {
  wanted = language;
  remember(language);
  try {
    await addTexts(language);
  } catch (cause) {
    // The file of a build that is no longer served; a new load has the names of the present one.
    window.dispatchEvent(new Event('vite:preloadError'));
    throw cause;
  }
  // Another choice may have come first while the file was on its way.
  if (wanted !== language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export function currentLanguage(): LanguageTag {
  return isLanguageTag(i18next.language) ? i18next.language : fallbackLanguage;
}

/** For a route's loader: has the texts ready before the page shows. */
export async function loadTexts(..._features: Feature[]): Promise<void> {}
