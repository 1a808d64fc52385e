import { afterEach, expect, it } from 'vitest';
import { formatBytes } from './format-bytes';
import { formatNumber } from './format-number';

const { lang } = document.documentElement;
afterEach(() => {
  document.documentElement.lang = lang;
});

it.each([
  ['en-US', '23.5 GiB', '0.6'],
  ['de-DE', '23,5 GiB', '0,6'],
  ['fr-FR', '23,5 GiB', '0,6'],
  ['zh-CN', '23.5 GiB', '0.6'],
])('numbers in %s have its decimal sign', (language, bytes, cores) => {
  document.documentElement.lang = language;
  expect(formatBytes(23.5 * 1024 ** 3)).toBe(bytes);
  expect(formatNumber(0.6)).toBe(cores);
  expect([formatBytes(0), formatBytes(1536), formatNumber(1024)]).toEqual([
    '0 B',
    cores === '0.6' ? '1.5 KiB' : '1,5 KiB',
    '1024',
  ]);
});
