import { describe, expect, it } from 'vitest';
import { fillMailText, mailTime, paragraphsOf, unknownPlaceholders } from './mail-text.rules';

describe('unknownPlaceholders', () => {
  it.each([
    ['Hello {{name}}, welcome to {{ platform }}', []],
    ['{{email}} until {{time}}', []],
    ['no placeholder, one { brace } only', []],
    ['{{nickname}} and {{nickname}} and {{link}}', ['nickname', 'link']],
    ['{{}}', ['']],
    ['{{name', ['{{']],
    ['name}}', ['{{']],
    ['{{Name}}', ['Name']],
    ['{{{name}}{', ['{{']],
  ])('of %j are %j', (text, expected) => expect(unknownPlaceholders(text)).toEqual(expected));
});

const values = { name: 'Ann', platform: '$& cup', email: 'a@b.test', time: 'noon' };

it('fills in what is known, dollar signs as they are', () => {
  expect(fillMailText('{{name}} at {{ platform }}, {{email}}, {{time}}', values)).toBe('Ann at $& cup, a@b.test, noon');
});

it('leaves out what stands for nothing', () => {
  expect(fillMailText('Hello {{nickname}}{{}}!', values)).toBe('Hello !');
});

it('fills in no placeholder that came with a value', () => {
  expect(fillMailText('{{name}}', { ...values, name: '{{email}}' })).toBe('{{email}}');
});

it('divides at blank lines only', () => {
  expect(paragraphsOf('One\nstill one\r\n\r\nTwo\n \n\n\nThree\n')).toEqual(['One\nstill one', 'Two', 'Three']);
});

describe('a time in a mail', () => {
  it.each([
    ['en-US', 'March 5, 2026', /8:07.PM$/],
    ['zh-TW', '2026年3月5日', /8:07$/],
    ['de-DE', '5. März 2026', /20:07$/],
    ['ko-KR', '2026년 3월 5일', /20:07$/],
  ])('in %s has the whole date, in UTC, and the hours of the language', (language, date, time) => {
    const said = mailTime(new Date('2026-03-05T20:07:31Z'), language);
    expect(said).toContain(date);
    expect(said).toMatch(time);
  });
});
