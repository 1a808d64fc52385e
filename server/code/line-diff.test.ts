import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff';

const own = (mine: string, theirs: string) =>
  diffLines(mine, theirs).map((lines) => lines.filter(({ isOwn }) => isOwn).map(({ text }) => text));

describe('diffLines', () => {
  it.each([
    ['a\nb\nc', 'a\nb\nc', [], []],
    ['a\nx\nc', 'a\ny\nc', ['x'], ['y']],
    ['a\nb\nc\nd', 'a\nc\nd\ne', ['b'], ['e']],
    ['', 'a', [''], ['a']],
    ['a\na', 'a', ['a'], []],
  ])('marks what differs between %j and %j', (mine, theirs, inMine, inTheirs) => {
    expect(own(mine, theirs)).toEqual([inMine, inTheirs]);
  });

  it('keeps all lines in order', () => {
    const [mine, theirs] = diffLines('a\nb', 'b\nc');
    expect(mine.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(theirs.map(({ text }) => text)).toEqual(['b', 'c']);
  });

  it('marks all of two long texts without a common line at their ends', () => {
    const lines = (word: string) => Array.from({ length: 600 }, (_, at) => `${word} ${at}`).join('\n');
    expect(own(lines('mine'), lines('theirs')).map(({ length }) => length)).toEqual([600, 600]);
  });
});
