import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { type Language, languages } from '@vexil/contract/languages';
import { type DoctorText, type FieldProblem, loadServerTexts, type Message } from '@vexil/contract/texts';
import type { FastifyRequest } from 'fastify';
import i18next, { type TFunction } from 'i18next';

export const texts = await loadServerTexts();
const translations = i18next.createInstance();
// Codes hold dots, so neither keys nor namespaces may be split at them.
await translations.init({
  fallbackLng: 'en-US',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(languages.map((language) => [language, { translation: texts[language] }])),
});
const translators = new Map<Language, TFunction>(
  languages.map((language) => [language, translations.getFixedT(language)]),
);

function findLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase();
  const exact = languages.find((language) => language.toLowerCase() === lower);
  if (exact) return exact;
  if (/^zh-(hant|hk|mo)\b/.test(lower)) return 'zh-TW';
  const [primary] = lower.split('-', 1);
  return languages.find((language) => language.slice(0, 2) === primary);
}

/** Browsers name fewer than ten. */
const wantedMax = 32;

function readHeader(header: string): Language {
  const wanted = header
    .split(',', wantedMax)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = findLanguage(tag);
    if (found) return found;
  }
  return languages[0];
}

// Browsers send the same few headers; the cache is bounded against made-up ones.
const chosen = new Map<string, Language>();
const chosenMax = 500;
const chosenLengthMax = 100;

export function chooseLanguage(header: string | undefined): Language {
  if (!header) return languages[0];
  const known = chosen.get(header);
  if (known) return known;
  const language = readHeader(header);
  if (header.length <= chosenLengthMax && chosen.size < chosenMax) chosen.set(header, language);
  return language;
}

function languageOfUrl(url: string): Language | undefined {
  if (!url.includes('?')) return undefined;
  const tag = /[?&]ui-culture=([\w-]+)/i.exec(url)?.[1] ?? /[?&]culture=([\w-]+)/i.exec(url)?.[1];
  return tag === undefined ? undefined : findLanguage(tag);
}

/** What the cookie that some clients of the wire format keep says: `c=<tag>|uic=<tag>`, escaped. */
function languageOfCookie(cookie: string | undefined): Language | undefined {
  const from = cookie?.indexOf('.AspNetCore.Culture=') ?? -1;
  if (!cookie || from === -1) return undefined;
  const [value = ''] = cookie.slice(from).split(';', 1);
  const tag = /(?:\||%7c)uic(?:=|%3d)([\w-]+)/i.exec(value)?.[1];
  return tag === undefined ? undefined : findLanguage(tag);
}

/** The caller's language: what the address names, else the cookie, else the Accept-Language header. */
export function languageOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  return languageOfUrl(url) ?? languageOfCookie(headers.cookie) ?? chooseLanguage(headers['accept-language']);
}

type Params = Record<string, string | number>;

const say = (key: ErrorCode | FieldProblem | Message | DoctorText, language: Language, params: Params = {}): string =>
  translators.get(language)?.(key, params) ?? texts[languages[0]][key];

export const errorText = (code: ErrorCode, language: Language, params?: Params): string => say(code, language, params);

export const fieldText = (key: FieldProblem, language: Language, params?: Params): string => say(key, language, params);

export const messageText = (key: Message, language: Language): string => say(key, language);

/** null where a check has nothing to advise. */
export const checkText = (key: string, language: Language, params?: Params): string | null =>
  Object.hasOwn(texts[languages[0]], key) ? say(key as DoctorText, language, params) : null;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
