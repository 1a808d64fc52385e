import { describe, expect, it } from 'vitest';
import { languages, languageTags, matchLanguage } from './languages';

const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', { import: 'default', eager: true });

const features = (language: string) =>
  Object.keys(files)
    .filter((path) => path.startsWith(`./locales/${language}/`))
    .map((path) => path.split('/').at(-1) ?? '');

/** Dotted keys; the forms of a plural count as one key, because languages differ in how many they have. */
function keysOf(texts: unknown, prefix = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [prefix.replace(/_(zero|one|two|few|many|other)$/, '')];
  return Object.entries(texts).flatMap(([key, value]) => keysOf(value, prefix ? `${prefix}.${key}` : key));
}

const valuesOf = (texts: unknown): string[] =>
  typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(valuesOf) : [String(texts)];

const holesOf = (texts: Record<string, unknown>) =>
  valuesOf(texts)
    .flatMap((text) => text.match(/{{\w+}}/g) ?? [])
    .filter((hole, index, all) => all.indexOf(hole) === index)
    .sort();

const complete = languageTags.filter((tag) => languages[tag].quality === 'complete' && tag !== 'en-US');

describe.each(complete)('the texts in %s', (language) => {
  it.each(features('en-US'))('have every key of %s, and no other', (feature) => {
    const english = files[`./locales/en-US/${feature}`];
    const other = files[`./locales/${language}/${feature}`];
    expect([...new Set(keysOf(other))].sort()).toEqual([...new Set(keysOf(english))].sort());
  });

  it.each(features('en-US'))('name the same values in %s', (feature) => {
    expect(holesOf(files[`./locales/${language}/${feature}`] ?? {})).toEqual(
      holesOf(files[`./locales/en-US/${feature}`] ?? {}),
    );
  });
});

describe('every text', () => {
  it('is there, and does not shout', () => {
    const loud = Object.entries(files).flatMap(([path, texts]) =>
      valuesOf(texts)
        .filter((text) => text.trim() === '' || /[!！]/.test(text))
        .map((text) => `${path}: ${text}`),
    );
    expect(loud).toEqual([]);
  });
});

describe('matchLanguage', () => {
  it.each([
    [['zh-CN'], 'zh-CN'],
    [['zh-Hant-HK'], 'zh-TW'],
    [['zh'], 'zh-CN'],
    [['pt-BR', 'fr-CA'], 'fr-FR'],
    [['DE-at'], 'de-DE'],
    [['tlh'], 'en-US'],
    [[], 'en-US'],
  ])('takes %j for %s', (wanted, expected) => {
    expect(matchLanguage(wanted)).toBe(expected);
  });
});
