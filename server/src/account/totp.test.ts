import { describe, expect, it } from 'vitest';
import { base32, codeOf, findStep, stepAt, totpUrl } from './totp';

const secret = Buffer.from('12345678901234567890');
const at = (step: number, ms = 0) => new Date(step * 30_000 + ms);

describe('codeOf', () => {
  it('gives the values of RFC 4226 and RFC 6238', () => {
    expect(codeOf(secret, 0)).toBe('755224');
    expect(codeOf(secret, 9)).toBe('520489');
    expect(codeOf(secret, stepAt(new Date(59_000)))).toBe('287082');
    expect(codeOf(secret, stepAt(new Date(1_111_111_109_000)))).toBe('081804');
    expect(codeOf(secret, stepAt(new Date(20_000_000_000_000)))).toBe('353130');
  });
});

describe('findStep', () => {
  it('takes the code of this step, of the one before and of the next, and of no other', () => {
    const accepted = [998, 999, 1000, 1001, 1002].map((step) => findStep(secret, codeOf(secret, step), at(1000), 0));
    expect(accepted).toEqual([null, 999, 1000, 1001, null]);
    expect(findStep(secret, codeOf(secret, 1000), at(1000, 29_999), 0)).toBe(1000);
  });

  it('takes no code of a step that was used, nor of one before it', () => {
    expect(findStep(secret, codeOf(secret, 1000), at(1000), 1000)).toBeNull();
    expect(findStep(secret, codeOf(secret, 999), at(1000), 1000)).toBeNull();
    expect(findStep(secret, codeOf(secret, 1001), at(1000), 1000)).toBe(1001);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345', '0'.repeat(16_384)])('refuses %j', (code) => {
    expect(findStep(secret, code, at(1000), 0)).toBeNull();
  });
});

describe('base32', () => {
  it('gives the values of RFC 4648', () => {
    expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB');
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});

describe('totpUrl', () => {
  it('escapes names, and names no algorithm that apps do not know', () => {
    expect(totpUrl(secret, 'CTF & friends', 'a/b:c?')).toBe(
      'otpauth://totp/CTF%20%26%20friends:a%2Fb%3Ac%3F?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=CTF%20%26%20friends&algorithm=SHA1&digits=6&period=30',
    );
  });
});
