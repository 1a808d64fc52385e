import type { ErrorCode } from './errors';
import { type Language, languages } from './languages';
import errors from './locales/en-US/errors.json';
import type fields from './locales/en-US/fields.json';
import type messages from './locales/en-US/messages.json';

/** English text of every refusal; `{{name}}` is filled from the error's params. A code without one does not compile. */
export const englishErrors: Record<ErrorCode, string> = errors;

/** What can be wrong with one field of a request; `{{name}}` is filled from the rule that was broken. */
export type FieldProblem = keyof typeof fields;

/** Titles of replies to what went well. */
export type Message = keyof typeof messages;

/** One value per language, loaded by a template such as `./locales/${language}/mail.json`, which bundlers resolve. */
export async function loadLocales<T>(
  load: (language: Language) => Promise<{ default: T }>,
): Promise<Record<Language, T>> {
  const loaded = await Promise.all(languages.map(async (language) => [language, (await load(language)).default]));
  return Object.fromEntries(loaded);
}

/** Every text of the server in every language. */
export async function loadServerTexts(): Promise<Record<Language, Record<ErrorCode | FieldProblem | Message, string>>> {
  return loadLocales(async (language) => {
    const files = await Promise.all([
      import(`./locales/${language}/errors.json`),
      import(`./locales/${language}/fields.json`),
      import(`./locales/${language}/messages.json`),
    ]);
    return { default: Object.assign({}, ...files.map((file) => file.default)) };
  });
}
