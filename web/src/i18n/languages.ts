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
type TranslationQuality = 'complete' | 'machine' | 'incomplete';

/** Without the year where it is short. */
type DateOrder = 'month/day/year' | 'year/month/day' | 'day.month.year' | 'day/month/year';

export type Language = {
  /** Its name in itself. */
  name: string;
  quality: TranslationQuality;
  date: DateOrder;
  /** Between hours and minutes. */
  clock: ':' | '.';
  /** How a time before noon is written, and one after it; without them hours count to 24. */
  halves?: readonly [string, string];
  decimalSign: '.' | ',';
};

export const fallbackLanguage: LanguageTag = 'en-US';

export const languages: Record<LanguageTag, Language> = {
  'en-US': {
    name: 'English',
    quality: 'complete',
    date: 'month/day/year',
    clock: ':',
    halves: ['# AM', '# PM'],
    decimalSign: '.',
  },
  'zh-CN': { name: '简体中文', quality: 'complete', date: 'year/month/day', clock: ':', decimalSign: '.' },
  'zh-TW': {
    name: '繁體中文',
    quality: 'complete',
    date: 'year/month/day',
    clock: ':',
    halves: ['上午#', '下午#'],
    decimalSign: '.',
  },
  'ja-JP': { name: '日本語', quality: 'complete', date: 'year/month/day', clock: ':', decimalSign: '.' },
  'id-ID': { name: 'Bahasa Indonesia', quality: 'complete', date: 'day/month/year', clock: '.', decimalSign: ',' },
  'ko-KR': { name: '한국어', quality: 'complete', date: 'year/month/day', clock: ':', decimalSign: '.' },
  'ru-RU': { name: 'Русский', quality: 'complete', date: 'day.month.year', clock: ':', decimalSign: ',' },
  'vi-VN': { name: 'Tiếng Việt', quality: 'complete', date: 'day/month/year', clock: ':', decimalSign: ',' },
  'de-DE': { name: 'Deutsch', quality: 'machine', date: 'day.month.year', clock: ':', decimalSign: ',' },
  'fr-FR': { name: 'Français', quality: 'machine', date: 'day/month/year', clock: ':', decimalSign: ',' },
  'es-ES': { name: 'Español', quality: 'machine', date: 'day/month/year', clock: ':', decimalSign: ',' },
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
