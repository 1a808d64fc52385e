import { describe, expect, it } from 'vitest';
import { createTextMatcher } from './text-matcher.rules';

describe('createTextMatcher', () => {
  it.each([
    ['flag', 'a flag and a flag', [2, 13]],
    ['aa', 'aaaa', [0, 2]],
    ['ä', 'x ä', [2]],
    ['none', 'nothing', []],
    ['x', '', []],
  ])('finds the bytes of %s in "%s"', (text, window, starts) => {
    const matcher = createTextMatcher(text);
    expect(matcher.overlapBytes).toBe(Buffer.byteLength(text) - 1);
    expect(matcher.find(Buffer.from(window), 0)).toEqual(
      starts.map((start) => ({ start, end: start + Buffer.byteLength(text) })),
    );
  });
});
