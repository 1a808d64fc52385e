import { expect, it } from 'vitest';
import { passwordStrength } from './password-rules';

it.each([
  ['', 0],
  ['aaaaaaaaaaaaaaaa', 0],
  ['Aa1aaaaa', 1],
  ['12345678', 0],
  ['Password1', 1],
  ['Correct4', 3],
  ['Correct4Horse', 5],
  ['f9#Kq!2vLx', 5],
])('passwordStrength(%j) is %i', (value, strength) => {
  expect(passwordStrength(value)).toBe(strength);
});
