import { describe, expect, it } from 'vitest';
import { createExpressionMatcher } from './expression-matcher';
import { SlowPatternError } from './matcher';

const create = (source: string, options: Partial<Parameters<typeof createExpressionMatcher>[1]> = {}) =>
  createExpressionMatcher(source, { ignoreCase: false, ...options });

describe('createExpressionMatcher', () => {
  it.each([
    ['flag\\{[a-z]+\\}', 'x flag{abc} flag{DEF}', [[2, 11]]],
    ['a.b', 'a\nb', [[0, 3]]],
    ['x*', 'axxb', [[1, 3]]],
    ['\\xff\\xfe', Buffer.from([0, 0xff, 0xfe]), [[1, 3]]],
    ['none', 'nothing', []],
  ])('finds %s', (source, window, places) => {
    const found = create(source).find(Buffer.from(window as string), 0);
    expect(found.map(({ start, end }) => [start, end])).toEqual(places);
  });

  it('ignores the case of letters where that is asked for', () => {
    expect(create('Password', { ignoreCase: true }).find(Buffer.from('PASSWORD'), 0)).toHaveLength(1);
    expect(create('Password').find(Buffer.from('PASSWORD'), 0)).toHaveLength(0);
  });

  it('leaves out what an earlier window had', () => {
    const matcher = create('abc');
    expect(matcher.find(Buffer.from('abc'), 3)).toEqual([]);
    expect(matcher.find(Buffer.from('abc'), 2)).toHaveLength(1);
  });

  // Whole windows of what is worst for them; one that takes exponential time does not end.
  it.each([
    ['(a+)+$', 'b'],
    ['(a|a)*$', 'b'],
    ['(a|aa)+$', 'b'],
    ['(.*a){12}b$', 'c'],
    ['(a*)*c$', 'b'],
    ['(\\w+\\s*)*!', '?'],
  ])('takes linear time for %s', (source, end) => {
    const window = Buffer.from(`${'a'.repeat(20_000)}${end}`);
    expect(create(source).find(window, 0)).toEqual([]);
  });

  it('ends an expression whose matches are each looked for to the end of the window', () => {
    const window = Buffer.from('a'.repeat(20_000));
    expect(() => create('(a.*z)?', { timeMs: 100 }).find(window, 0)).toThrow(SlowPatternError);
  });

  it('keeps a thousand places of a window', () => {
    expect(create('[ab]').find(Buffer.from('a'.repeat(20_000)), 0)).toHaveLength(1000);
  });

  it('fails for what is no expression', () => {
    expect(() => create('(')).toThrow('capture.patternInvalid');
  });
});
