import i18next, { type TFunction } from 'i18next';
import { type ErrorCode, errorCatalogue } from './contract/errors';
import { errorsEnUS } from './contract/locales/en-US';
import { type FieldProblem, fieldsEnUS } from './contract/locales/fields.en-US';
import { fieldsZhCN } from './contract/locales/fields.zh-CN';
import { type Message, messagesEnUS } from './contract/locales/messages.en-US';
import { messagesZhCN } from './contract/locales/messages.zh-CN';
import { errorsZhCN } from './contract/locales/zh-CN';

/** Languages of the product; those without texts of their own are answered in English. */
export const languages = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'de-DE',
  'fr-FR',
  'es-ES',
  'vi-VN',
] as const;
export type Language = (typeof languages)[number];

const translations = i18next.createInstance();
// Codes hold dots, so neither keys nor namespaces may be split at them.
await translations.init({
  fallbackLng: 'en-US',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {
    'en-US': { translation: { ...errorsEnUS, ...fieldsEnUS, ...messagesEnUS } },
    'zh-CN': { translation: { ...errorsZhCN, ...fieldsZhCN, ...messagesZhCN } },
  },
});
const texts = new Map<Language, TFunction>(languages.map((language) => [language, translations.getFixedT(language)]));

/** The best of our languages for an Accept-Language header, by exact tag first, then by the language alone. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found =
      languages.find((language) => language.toLowerCase() === tag) ??
      languages.find((language) => language.slice(0, 2) === tag.slice(0, 2));
    if (found) return found;
  }
  return 'en-US';
}

export function errorText(code: ErrorCode, language: Language, params: Record<string, string | number> = {}): string {
  return texts.get(language)?.(code, params) ?? errorsEnUS[code];
}

/** What is wrong with one field, to stand behind its name. */
export function fieldText(key: FieldProblem, language: Language, params: Record<string, string | number> = {}): string {
  return texts.get(language)?.(key, params) ?? fieldsEnUS[key];
}

/** What a reply says of something that went well, for clients that show whatever the server says. */
export function messageText(key: Message, language: Language): string {
  return texts.get(language)?.(key) ?? messagesEnUS[key];
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
