import { describe, expect, it } from 'vitest';
import { countZeroBits, solveHashPow } from './hash-pow';

const challenge = { id: '0f1e2d3c4b5a', challenge: '0011223344556677' };
const words = [0x00112233, 0x44556677] as const;

const asText = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');

describe('solveHashPow', () => {
  it.each([
    [8, '0f1e2d3c4b5a:000000000000003a'],
    [18, '0f1e2d3c4b5a:000000000002df0a'],
  ])("finds the first solution for %i bits, as in the wire format's examples", (difficulty, answer) => {
    expect(solveHashPow({ ...challenge, difficulty })).toBe(answer);
  });
});

describe('countZeroBits', () => {
  it("agrees with the browser's hash", async () => {
    for (let low = 0; low < 300; low += 1) {
      const bytes = new Uint8Array(16);
      const view = new DataView(bytes.buffer);
      [words[0], words[1], 0xfedcba98, low].forEach((word, at) => {
        view.setUint32(at * 4, word);
      });
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      expect(countZeroBits(words, 0xfedcba98, low)).toBe(asText(hash).indexOf('1'));
    }
  });
});
