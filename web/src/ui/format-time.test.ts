import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LanguageTag, languages, languageTags } from '../i18n/languages';
import { formatTime } from './format-time';
import { parseTime, typedTime } from './typed-time';

const evening = new Date(2026, 10, 3, 18, 5).getTime();

describe('a time of day', () => {
  it.each(languageTags)('counts to 12 or 24 in %s as that language does', (language) => {
    const is24 = languages[language].halves === undefined;
    for (const hour of [0, 4, 12, 18]) {
      const at = new Date(2026, 10, 3, hour, 5).getTime();
      // Releases differ in how Korean names the halves of the day, so there it counts to 24.
      const clock = new Intl.DateTimeFormat(language, {
        hour: is24 ? '2-digit' : 'numeric',
        minute: '2-digit',
        ...(language === 'ko-KR' && { hourCycle: 'h23' }),
      });
      expect(formatTime(at, 'time', language)).toBe(clock.format(at).replace(/\s/g, ' '));
    }
  });

  it('is the same in a sentence as in a list', () => {
    for (const language of languageTags) {
      expect(formatTime(evening, 'moment', language).replace(/\s/g, ' ')).toContain(
        formatTime(evening, 'time', language),
      );
    }
  });
});

it('a short date has the day in the order of the language', () => {
  expect(formatTime(evening, 'short', 'en-US')).toBe('11/3 6:05 PM');
  expect(formatTime(evening, 'short', 'de-DE')).toBe('03.11 18:05');
  expect(formatTime(evening, 'short', 'id-ID')).toBe('3/11 18.05');
  expect(formatTime(evening, 'short', 'ko-KR')).toBe('11/3 18:05');
});

describe('a typed time', () => {
  it.each(languageTags)('is read in %s as it is written there, by the hour', (language) => {
    for (const hour of [0, 6, 12, 18]) {
      const at = new Date(2026, 1, 3, hour, 30).getTime();
      expect(parseTime(typedTime(at, language), language)).toBe(at);
    }
  });

  it.each<[string, LanguageTag]>([
    ['2026-11-03T18:05', 'de-DE'],
    ['2026-11-03 18:05:00', 'en-US'],
    ['11/3/26 6:05pm', 'en-US'],
    ['11/3/2026 18:05', 'en-US'],
    ['3.11.2026, 18:05 Uhr', 'de-DE'],
    ['2026年11月3日 下午6:05', 'zh-TW'],
    ['2026. 11. 3. 오후 6:05', 'ko-KR'],
    [new Date(evening).toISOString(), 'ja-JP'],
  ])('%s is taken in %s', (text, language) => {
    expect(parseTime(text, language)).toBe(evening);
  });

  it.each([
    '',
    'tomorrow',
    '11/3',
    '2/30/2026 6:00 PM',
    '13/1/2026',
    '11/3/2026 25:00',
    '11/3/2026 13:00 PM',
    '11/3/2026 6:61',
  ])('%o is none', (text) => {
    expect(parseTime(text, 'en-US')).toBeNaN();
  });
});

it('no other file writes a moment, and no field speaks the language of the browser', () => {
  const source = join(import.meta.dirname, '..');
  const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing\//.test(path))
    .filter((path) =>
      /DateTimeFormat|RelativeTimeFormat|toLocale\w*String|datetime-local|type="(date|time|month)"/.test(
        readFileSync(join(source, path), 'utf8'),
      ),
    );
  expect(others.sort()).toEqual(['ui/MomentField.tsx', 'ui/format-time.ts']);
});
