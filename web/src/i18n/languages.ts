export const languageTags = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'vi-VN',
  'de-DE',
  'fr-FR',
  'es-ES',
] as const;
export type LanguageTag = (typeof languageTags)[number];

/** How far a translation can be trusted; anything but `complete` is said to who chooses it. */
export type TranslationQuality = 'complete' | 'machine' | 'incomplete';

export type Language = {
  /** Its name in itself. */
  name: string;
  quality: TranslationQuality;
  /** Day and month as people there write them, in the notation of dayjs. */
  shortDate: 'MM/DD' | 'DD.MM' | 'DD/MM';
};

export const fallbackLanguage: LanguageTag = 'en-US';

export const languages: Record<LanguageTag, Language> = {
  'en-US': { name: 'English', quality: 'complete', shortDate: 'MM/DD' },
  'zh-CN': { name: '简体中文', quality: 'complete', shortDate: 'MM/DD' },
  'zh-TW': { name: '繁體中文', quality: 'incomplete', shortDate: 'MM/DD' },
  'ja-JP': { name: '日本語', quality: 'incomplete', shortDate: 'MM/DD' },
  'id-ID': { name: 'Bahasa Indonesia', quality: 'incomplete', shortDate: 'DD/MM' },
  'ko-KR': { name: '한국어', quality: 'incomplete', shortDate: 'MM/DD' },
  'ru-RU': { name: 'Русский', quality: 'incomplete', shortDate: 'DD.MM' },
  'vi-VN': { name: 'Tiếng Việt', quality: 'incomplete', shortDate: 'DD/MM' },
  'de-DE': { name: 'Deutsch', quality: 'machine', shortDate: 'DD.MM' },
  'fr-FR': { name: 'Français', quality: 'machine', shortDate: 'DD/MM' },
  'es-ES': { name: 'Español', quality: 'machine', shortDate: 'DD/MM' },
};

export const isLanguageTag = (value: unknown): value is LanguageTag =>
  (languageTags as readonly unknown[]).includes(value);

/** The supported language for what a browser asks for: the same tag, else the first with the same primary tag. */
export function matchLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const exact = languageTags.find((supported) => supported.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    if (/^zh-(hant|hk|mo)/i.test(tag)) return 'zh-TW';
    const primary = tag.split('-')[0]?.toLowerCase();
    const sameTongue = languageTags.find((supported) => supported.split('-')[0] === primary);
    if (sameTongue) return sameTongue;
  }
  return fallbackLanguage;
}
