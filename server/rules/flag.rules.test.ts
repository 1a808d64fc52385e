import { describe, expect, it } from 'vitest';
import { flagRefusal } from './flag.rules';

describe('flagRefusal', () => {
  it.each([
    ['an empty text', '', 'blank'],
    ['blanks', ' \t\n ', 'blank'],
    ['one character', 'x', null],
    ['127 characters', 'x'.repeat(127), null],
    ['128 characters', 'x'.repeat(128), 'tooLong'],
    ['127 characters and blanks around them', ` ${'x'.repeat(126)} `, 'tooLong'],
    ['128 UTF-16 units in 64 characters', '🚩'.repeat(64), 'tooLong'],
    ['blanks around a flag', ' flag{x} ', null],
    ['a zero character', 'flag{\0}', 'unstorable'],
  ])('of %s', (_, text, refusal) => {
    expect(flagRefusal(text)).toBe(refusal);
  });
});
