import { afterEach, describe, expect, it } from 'vitest';
import { type Matcher, SlowPatternError } from './matcher';
import { createRegexMatcher } from './regex-matcher';

const open: Matcher[] = [];
afterEach(async () => {
  for (const matcher of open.splice(0)) await matcher.close();
});

function create(source: string, options: Partial<Parameters<typeof createRegexMatcher>[1]> = {}): Matcher {
  const matcher = createRegexMatcher(source, { ignoreCase: false, ...options });
  open.push(matcher);
  return matcher;
}

describe('createRegexMatcher', () => {
  it.each([
    ['flag\\{[a-z]+\\}', 'x flag{abc} flag{DEF}', [[2, 11]]],
    ['a.b', 'a\nb', [[0, 3]]],
    ['x*', 'axxb', [[1, 3]]],
    ['\\xff\\xfe', Buffer.from([0, 0xff, 0xfe]), [[1, 3]]],
    ['none', 'nothing', []],
  ])('finds %s', async (source, window, places) => {
    const found = await create(source).find(Buffer.from(window as string), 0);
    expect(found.map(({ start, end }) => [start, end])).toEqual(places);
  });

  it('ignores the case of letters where that is asked for', async () => {
    expect(await create('Password', { ignoreCase: true }).find(Buffer.from('PASSWORD'), 0)).toHaveLength(1);
    expect(await create('Password').find(Buffer.from('PASSWORD'), 0)).toHaveLength(0);
  });

  it('leaves out what an earlier window had', async () => {
    const matcher = create('abc');
    expect(await matcher.find(Buffer.from('abc'), 3)).toEqual([]);
    expect(await matcher.find(Buffer.from('abc'), 2)).toHaveLength(1);
  });

  it('ends an expression that takes exponential time, and stays ended', async () => {
    const matcher = create('(a+)+$', { timeMs: 200 });
    const window = Buffer.from(`${'a'.repeat(60)}b`);
    await expect(matcher.find(window, 0)).rejects.toThrow(SlowPatternError);
    await expect(matcher.find(Buffer.from('a'), 0)).rejects.toThrow(SlowPatternError);
  });

  it('fails for what is no expression', async () => {
    await expect(create('(').find(Buffer.from('('), 0)).rejects.toThrow(/Invalid regular expression/);
  });
});
