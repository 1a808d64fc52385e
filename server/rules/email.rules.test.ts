import { describe, expect, it } from 'vitest';
import { canReceiveMail } from './email.rules';

describe('canReceiveMail', () => {
  it.each([
    ['admin@vexil.invalid', false],
    ['admin@VEXIL.INVALID', false],
    ['admin@invalid', false],
    ['admin@vexil.invalid.example.org', true],
    ['admin@notinvalid', true],
  ])('%s: %s', (email, expected) => expect(canReceiveMail(email)).toBe(expected));
});
