import { loadLocales } from '@vexil/contract/texts';
import type english from './locales/en-US/sheet.json';

/** Names of worksheets have at most 31 characters. Scripts read the sheets of other platforms by the English names. */
export type SheetTexts = typeof english;

export const sheetTexts = await loadLocales<SheetTexts>((language) => import(`./locales/${language}/sheet.json`));
