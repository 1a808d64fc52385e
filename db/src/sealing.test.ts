import { describe, expect, it } from 'vitest';
import { createSealing } from './sealing';

describe('createSealing', () => {
  const sealing = createSealing('one secret key of more than 32 characters');

  it('opens what it sealed and never seals twice alike', () => {
    const first = sealing.seal('flag{räuber}');
    expect(sealing.unseal(first)).toBe('flag{räuber}');
    expect(sealing.seal('flag{räuber}')).not.toBe(first);
    expect(first).not.toContain('flag');
  });

  it('takes no nonce twice', () => {
    const sealed = Array.from({ length: 1000 }, () => sealing.seal('flag{a}'));
    expect(new Set(sealed.map((text) => text.slice('v1.'.length, 'v1.'.length + 16))).size).toBe(1000);
    expect(sealed.map((text) => sealing.unseal(text))).toEqual(sealed.map(() => 'flag{a}'));
  });

  it('refuses a text that was changed or sealed under another key', () => {
    const sealed = sealing.seal('flag{a}');
    // Of the last character some bits say nothing.
    for (let at = 'v1.'.length; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(() => sealing.unseal(sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow();
    }
    expect(() => createSealing('another secret key of 32 characters!').unseal(sealed)).toThrow();
    expect(() => sealing.unseal('v0.x')).toThrow(/unknown version/);
  });

  it('gives equal hashes for equal flags of one challenge only', () => {
    expect(sealing.hashFlag(1, 'flag{a}')).toBe(sealing.hashFlag(1, 'flag{a}'));
    expect(sealing.hashFlag(1, 'flag{a}')).not.toBe(sealing.hashFlag(2, 'flag{a}'));
    expect(sealing.hashFlag(1, 'flag{a}')).not.toBe(sealing.hashFlag(1, 'flag{A}'));
  });
});
