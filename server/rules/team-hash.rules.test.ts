import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { challengeSalt, gameSalt, teamHash } from './team-hash.rules';

const sha256Hex = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const token = '12:ZXhhbXBsZS1zaWduYXR1cmU=';

describe('teamHash', () => {
  it('follows the worked example with the word of its platform', () => {
    const salt = gameSalt(sha256Hex, key, 'GZCTF');
    expect(salt).toBe('796b764473341ad43e83e5b3caf1ba1b772ef8b907df63b020401ec5d24466db');
    expect(challengeSalt(sha256Hex, salt, 7)).toBe('c4108c78b6311a8175fc7c10ab58c73d23d539525b4565481cb70af38c6849d9');
    expect(teamHash(sha256Hex, salt, 7, token)).toBe('6e0e890e6c13');
  });

  it('has a word of its own where none is given', () => {
    expect(gameSalt(sha256Hex, key)).toBe('ccda06fe6c6e4326e26a4665612592f6e6cddff76556070660e4f02f413b458b');
  });

  it('differs by game, challenge and team', () => {
    const salt = gameSalt(sha256Hex, key);
    const hashes = [
      teamHash(sha256Hex, salt, 7, token),
      teamHash(sha256Hex, salt, 8, token),
      teamHash(sha256Hex, salt, 7, `1${token}`),
      teamHash(sha256Hex, gameSalt(sha256Hex, `${key}=`), 7, token),
    ];
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{12}$/);
  });
});
