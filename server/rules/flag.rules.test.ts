import { describe, expect, it } from 'vitest';
import { flagRefusal } from './flag.rules';

describe('flagRefusal', () => {
  it.each([
    ['an empty text', '', 'blank'],
    ['blanks', ' \t\n ', 'blank'],
    ['one character', 'x', null],
    ['255 characters', 'x'.repeat(255), null],
    ['256 characters', 'x'.repeat(256), 'tooLong'],
    ['255 characters and blanks around them', ` ${'x'.repeat(254)} `, 'tooLong'],
    ['256 UTF-16 units in 128 characters', '🚩'.repeat(128), 'tooLong'],
    ['blanks around a flag', ' flag{x} ', null],
    ['a zero character', 'flag{\0}', 'unstorable'],
  ])('of %s', (_, text, refusal) => {
    expect(flagRefusal(text)).toBe(refusal);
  });
});
