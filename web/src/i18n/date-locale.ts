import type { LanguageTag } from './languages';

const locales: Record<LanguageTag, () => Promise<unknown>> = {
  'en-US': async () => undefined,
  'zh-CN': () => import('dayjs/locale/zh-cn'),
  'zh-TW': () => import('dayjs/locale/zh-tw'),
  'ja-JP': () => import('dayjs/locale/ja'),
  'id-ID': () => import('dayjs/locale/id'),
  'ko-KR': () => import('dayjs/locale/ko'),
  'ru-RU': () => import('dayjs/locale/ru'),
  'vi-VN': () => import('dayjs/locale/vi'),
  'de-DE': () => import('dayjs/locale/de'),
  'fr-FR': () => import('dayjs/locale/fr'),
  'es-ES': () => import('dayjs/locale/es'),
};

/** Fetches what dayjs needs for a language and gives its name there. */
export async function loadDateLocale(language: LanguageTag): Promise<string> {
  await locales[language]();
  if (language === 'zh-CN' || language === 'zh-TW') return language.toLowerCase();
  return language.slice(0, 2);
}
