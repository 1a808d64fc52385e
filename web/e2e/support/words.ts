import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LanguageTag } from '../../src/i18n/languages';

const folder = fileURLToPath(new URL('../../src/i18n/locales/', import.meta.url));

/** The words of the web client in a language, by the key of the text: `say('submission.submit')`. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

export async function wordsOf(language: LanguageTag, features: readonly string[]): Promise<Say> {
  const texts: Record<string, unknown> = {};
  for (const feature of features) {
    texts[feature] = JSON.parse(await readFile(`${folder}${language}/${feature}.json`, 'utf8'));
  }
  const find = (key: string) =>
    key.split('.').reduce<unknown>((within, part) => (within as Record<string, unknown>)?.[part], texts);
  return (key, values = {}) => {
    // Some languages have one form for all numbers.
    const text = find(key) ?? find(key.replace(/_one$/, '_other'));
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}
