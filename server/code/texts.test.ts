import { expect, it } from 'vitest';
import { formats } from './model';
import { codeTexts, remarkText } from './texts';

it('says a remark with its values, and keeps what a value has of placeholders', () => {
  expect(remarkText({ what: 'key.twice', values: { value: '{other}', other: 'b.yml' } })).toBe(
    'The challenge key {other} is also used by b.yml',
  );
  expect(remarkText({ what: 'file.missing' })).toBe('The file {value} does not exist');
});

it('has one text for each code', () => {
  expect(new Set(Object.values(codeTexts)).size).toBe(Object.keys(codeTexts).length);
  expect(new Set(formats).size).toBe(formats.length);
});
