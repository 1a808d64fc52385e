import { loadLocales } from '@vexil/contract/texts';
import type english from './locales/en-US/archive.json';

export type ArchiveTexts = typeof english;

export const archiveTexts = await loadLocales<ArchiveTexts>((language) => import(`./locales/${language}/archive.json`));
