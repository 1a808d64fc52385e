import { describe, expect, it } from 'vitest';
import { isStrongPassword } from './password.rules';

describe('a password', () => {
  it.each([
    ['Abcde1', true],
    ['1Abcde', true],
    ['aBCDE1', true],
    ['Pa 7 ß', true],
    ['Abcd1', false],
    ['abcde1', false],
    ['ABCDE1', false],
    ['Abcdef', false],
    ['', false],
  ])('%o is strong: %s', (password, strong) => expect(isStrongPassword(password)).toBe(strong));
});
