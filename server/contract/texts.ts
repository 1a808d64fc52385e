import type { ErrorCode } from './errors';
import { type Language, languages } from './languages';
import type doctor from './locales/en-US/doctor.json';
import errors from './locales/en-US/errors.json';
import type fields from './locales/en-US/fields.json';
import type mail from './locales/en-US/mail.json';
import type messages from './locales/en-US/messages.json';

/** `{{name}}` is filled from the error's params. */
export const englishErrors: Record<ErrorCode, string> = errors;

/** `{{name}}` is filled from the broken rule. */
export type FieldProblem = keyof typeof fields;

export type Message = keyof typeof messages;

/** Findings of checks; what to do is under the same key with `.do` behind it. */
export type DoctorText = keyof typeof doctor;

/** `load` imports a template such as `./locales/${language}/mail.json`, which bundlers resolve. */
export async function loadLocales<T>(
  load: (language: Language) => Promise<{ default: T }>,
): Promise<Record<Language, T>> {
  const loaded = await Promise.all(languages.map(async (language) => [language, (await load(language)).default]));
  return Object.fromEntries(loaded);
}

type ServerText = ErrorCode | FieldProblem | Message | DoctorText;

export async function loadServerTexts(): Promise<Record<Language, Record<ServerText, string>>> {
  return loadLocales(async (language) => {
    const files = await Promise.all([
      import(`./locales/${language}/errors.json`),
      import(`./locales/${language}/fields.json`),
      import(`./locales/${language}/messages.json`),
      import(`./locales/${language}/doctor.json`),
    ]);
    return { default: Object.assign({}, ...files.map((file) => file.default)) };
  });
}

export type MailTextKey = keyof typeof mail;

/** `{{name}}`, `{{platform}}`, `{{email}}` and `{{time}}` are filled in. */
export const loadMailTexts = (): Promise<Record<Language, Record<MailTextKey, string>>> =>
  loadLocales((language) => import(`./locales/${language}/mail.json`));
