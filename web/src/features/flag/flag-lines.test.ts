import { describe, expect, it } from 'vitest';
import { readFileNames, readFlagLines, readLinkLines } from './flag-lines';

describe('readFlagLines', () => {
  it('takes one flag per line, without empty lines and blanks at the ends', () => {
    expect(readFlagLines('flag{a}\n\n  flag{b b} \r\n', [])).toEqual([
      { number: 1, flag: 'flag{a}' },
      { number: 3, flag: 'flag{b b}' },
    ]);
  });

  it('marks what repeats, what is there already and what is too long', () => {
    const long = 'x'.repeat(128);
    const lines = readFlagLines(`flag{a}\nflag{a}\nflag{old}\n${long}\n${'x'.repeat(127)}`, ['flag{old}']);
    expect(lines.map(({ problem }) => problem)).toEqual([undefined, 'repeated', 'present', 'tooLong', undefined]);
  });
});

describe('readLinkLines', () => {
  it.each([
    ['flag{a} https://example.org/a.zip', { flag: 'flag{a}', link: 'https://example.org/a.zip' }],
    ['flag{a b}\thttp://example.org', { flag: 'flag{a b}', link: 'http://example.org' }],
    ['flag{a}', { flag: 'flag{a}', problem: 'noLink' }],
    ['flag{a} example.org', { flag: 'flag{a}', link: 'example.org', problem: 'badLink' }],
  ])('reads %j', (text, line) => {
    expect(readLinkLines(text, [])).toMatchObject([line]);
  });
});

describe('readFileNames', () => {
  it('takes names as they are, or without their ending', () => {
    const names = ['flag{1.5}', 'flag{b}.tar', 'flag{c}'];
    expect(readFileNames(names, false, []).map(({ flag }) => flag)).toEqual(names);
    expect(readFileNames(names, true, []).map(({ flag }) => flag)).toEqual(['flag{1.5}', 'flag{b}', 'flag{c}']);
  });

  it('marks two files that would have one flag', () => {
    expect(readFileNames(['a.zip', 'a.tar'], true, []).map(({ problem }) => problem)).toEqual([undefined, 'repeated']);
  });
});
