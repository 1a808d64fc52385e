import { afterEach, expect, it } from 'vitest';
import { languages, languageTags } from '../i18n/languages';
import { formatBytes } from './format-bytes';
import { formatNumber } from './format-number';

const { lang } = document.documentElement;
afterEach(() => {
  document.documentElement.lang = lang;
});

it.each([
  ['en-US', '23.5 GiB', '0.6'],
  ['de-DE', '23,5 GiB', '0,6'],
  ['fr-FR', '23,5 Gio', '0,6'],
  ['ru-RU', '23,5 ГиБ', '0,6'],
  ['zh-CN', '23.5 GiB', '0.6'],
])('numbers in %s have its decimal sign', (language, bytes, cores) => {
  document.documentElement.lang = language;
  expect(formatBytes(23.5 * 1024 ** 3)).toBe(bytes);
  expect(formatNumber(0.6)).toBe(cores);
  expect(formatNumber(1024)).toBe('1024');
});

it('small sizes are in smaller units', () => {
  expect([formatBytes(0), formatBytes(1536)]).toEqual(['0 B', '1.5 KiB']);
});

it.each(languageTags)('fields in %s have the decimal sign of its other numbers', (language) => {
  document.documentElement.lang = language;
  expect(formatNumber(0.6)).toBe(`0${languages[language].decimalSign}6`);
});
