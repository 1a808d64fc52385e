import { describe, expect, it } from 'vitest';
import { readFlagLines, readLinkLines } from './flag-lines';

describe('readFlagLines', () => {
  it('reads one flag per line, without empty lines and surrounding spaces', () => {
    expect(readFlagLines('flag{a}\n\n  flag{b b} \r\n', [])).toEqual([
      { number: 1, flag: 'flag{a}' },
      { number: 3, flag: 'flag{b b}' },
    ]);
  });

  it('marks duplicates, existing flags and flags that are too long', () => {
    const long = 'x'.repeat(256);
    const lines = readFlagLines(`flag{a}\nflag{a}\nflag{old}\n${long}\n${'x'.repeat(255)}`, ['flag{old}']);
    expect(lines.map(({ problem }) => problem)).toEqual([undefined, 'repeated', 'present', 'tooLong', undefined]);
  });
});

describe('readLinkLines', () => {
  it.each([
    ['flag{a} https://example.org/a.zip', { flag: 'flag{a}', link: 'https://example.org/a.zip' }],
    ['flag{a b}\thttp://example.org', { flag: 'flag{a b}', link: 'http://example.org' }],
    ['flag{a} s3://bucket/tasks/7/a.zip', { flag: 'flag{a}', link: 's3://bucket/tasks/7/a.zip' }],
    ['flag{a}', { flag: 'flag{a}', problem: 'noLink' }],
    ['flag{a} example.org', { flag: 'flag{a}', link: 'example.org', problem: 'badLink' }],
  ])('reads %j', (text, line) => {
    expect(readLinkLines(text, [])).toMatchObject([line]);
  });
});
