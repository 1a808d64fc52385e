import { languages } from '@vexil/contract/languages';
import { describe, expect, it } from 'vitest';
import { sheetTexts, sheetTextsOf } from './sheet.texts';

const english = sheetTexts['en-US'];

/** Words that are the same in both languages. */
const shared: Partial<Record<string, string[]>> = { 'de-DE': ['Team', 'Division'], 'fr-FR': ['Division'] };

describe.each(languages)('spreadsheets in %s', (language) => {
  const texts = sheetTexts[language];

  it('have sheet names that every program accepts', () => {
    for (const name of [texts.scoreboard, texts.submissions, texts.consents]) {
      expect(name).toMatch(/^[^\\/?*[\]:']{1,31}$/);
    }
  });

  it('have distinct headers and verdicts', () => {
    const solo = sheetTextsOf(language, { individual: true });
    for (const words of [texts.columns, texts.results, solo.columns, solo.results]) {
      const values = Object.values<string>(words);
      expect(values.filter((value) => value.trim() === '' || /[!！]/.test(value))).toEqual([]);
      expect(new Set(values).size).toBe(values.length);
    }
  });
});

describe.each(languages.filter((language) => language !== 'en-US'))('spreadsheets in %s', (language) => {
  const texts = sheetTexts[language];

  it('have the same texts as in English', () => {
    const keysOf = (of: typeof texts) => [of, of.columns, of.results, of.solo].map((part) => Object.keys(part).sort());
    expect(keysOf(texts)).toEqual(keysOf(english));
  });

  it('are not in English', () => {
    expect([texts.scoreboard, texts.submissions]).not.toContain(english.scoreboard);
    const columns = Object.keys(english.columns) as (keyof typeof english.columns)[];
    const same = columns
      .map((key) => texts.columns[key])
      .filter((text, at) => text === english.columns[columns[at] ?? 'rank']);
    expect(same).toEqual(shared[language] ?? []);
    expect(Object.values(texts.results).filter((text) => Object.values(english.results).includes(text))).toEqual([]);
  });
});
