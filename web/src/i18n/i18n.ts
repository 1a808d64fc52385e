import { readStored, writeStored } from '../store/stored';
import { languageFiles } from './language-file';
import { fallbackLanguage, isLanguageTag, type LanguageTag, matchLanguage } from './languages';
import { addTexts, hasTexts, languageStore } from './translate';

const storageKey = 'language';

function remembered(): LanguageTag | undefined {
  const stored = readStored(storageKey);
  if (stored === null || isLanguageTag(stored)) return stored ?? undefined;
  // biome-ignore lint/suspicious/noConsole: says why the page is in English
  console.warn(`The language ${JSON.stringify(stored)} is not supported; ${fallbackLanguage} is shown.`);
  return fallbackLanguage;
}

async function show(language: LanguageTag, isWanted: () => boolean) {
  if (!hasTexts(language)) addTexts(language, await languageFiles.load(language));
  if (!isWanted()) return;
  languageStore.set(language);
  document.documentElement.lang = language;
}

/** Starts with the remembered language, else the browser's; the first page may render once this has resolved. */
export const startTexts = (language = remembered() ?? matchLanguage(navigator.languages)): Promise<void> =>
  show(language, () => true);

let wanted: LanguageTag | undefined;

/** Switches to a language and remembers it. */
export async function changeLanguage(language: LanguageTag): Promise<void> {
  wanted = language;
  writeStored(storageKey, language);
  try {
    // Another choice may have come first while the file was on its way.
    await show(language, () => wanted === language);
  } catch (cause) {
    // The file of a build that is no longer served; a new load has the names of the present one.
    window.dispatchEvent(new Event('vite:preloadError'));
    throw cause;
  }
}

/** All tabs of a browser show one language. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // A file that does not come now comes with the next load.
    if (key === storageKey && isLanguageTag(newValue)) changeLanguage(newValue).catch(() => {});
  });
}
