import type { Texts } from '../i18n/fill-gaps';
import type { LanguageFile } from '../i18n/language-file';

const web = import.meta.glob<Texts>('../i18n/locales/*/*.json', { import: 'default', eager: true });
const errors = import.meta.glob<Texts>('../../../server/contract/locales/*/errors.json', {
  import: 'default',
  eager: true,
});

/** Feature → texts of one language, as far as its files go. */
export function textsOf(language: string): LanguageFile {
  const files = Object.entries({ ...web, ...errors }).filter(([path]) => path.includes(`/${language}/`));
  return Object.fromEntries(files.map(([path, texts]) => [path.split('/').at(-1)?.replace('.json', '') ?? '', texts]));
}
