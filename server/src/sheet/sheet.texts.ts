import type { Language } from '@vexil/contract/languages';
import { loadLocales } from '@vexil/contract/texts';
import type english from './locales/en-US/sheet.json';

/** Names of worksheets have at most 31 characters. Scripts read the sheets of other platforms by the English names. */
export type SheetTexts = typeof english;

export const sheetTexts = await loadLocales<SheetTexts>((language) => import(`./locales/${language}/sheet.json`));

export function sheetTextsOf(language: Language, { individual }: { individual: boolean }): SheetTexts {
  const texts = sheetTexts[language];
  if (!individual) return texts;
  const { team, CheatDetected } = texts.solo;
  return { ...texts, columns: { ...texts.columns, team }, results: { ...texts.results, CheatDetected } };
}
