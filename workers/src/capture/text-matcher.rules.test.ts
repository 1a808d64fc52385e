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
    expect(matcher.find(Buffer.from(window), 0)).toEqual(
      starts.map((start) => ({ start, end: start + Buffer.byteLength(text) })),
    );
  });

  it('finds any case of its letters where that is asked for', () => {
    expect(createTextMatcher('Set-Cookie: Ä', { ignoreCase: true }).find(Buffer.from('x SET-COOKIE: Ä'), 0)).toEqual([
      { start: 2, end: 16 },
    ]);
    expect(createTextMatcher('Set-Cookie').find(Buffer.from('SET-COOKIE'), 0)).toEqual([]);
  });

  it('finds it in any case at its place among bytes that are no text', () => {
    // As letters of Latin-1 these would become longer, or an "x", in upper case.
    const window = Buffer.concat([Buffer.from([0xdf, 0xff]), Buffer.from('X')]);
    expect(createTextMatcher('x', { ignoreCase: true }).find(window, 0)).toEqual([{ start: 2, end: 3 }]);
  });

  it('leaves out what an earlier window had', () => {
    expect(createTextMatcher('abc').find(Buffer.from('abcabc'), 3)).toEqual([{ start: 3, end: 6 }]);
    expect(createTextMatcher('abc').find(Buffer.from('xabc'), 3)).toEqual([{ start: 1, end: 4 }]);
  });
});
