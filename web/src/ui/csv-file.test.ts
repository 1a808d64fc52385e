import { describe, expect, it } from 'vitest';
import { csvOf } from './csv-file';

describe('csvOf', () => {
  it('begins with the mark of UTF-8, and ends each row with CR and LF', () => {
    expect(
      csvOf([
        ['Zeit', 'Größe'],
        ['a', 7],
      ]),
    ).toBe('\uFEFFZeit,Größe\r\na,7\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' spaces ', ' spaces '],
    ['', ''],
  ])('quotes %j as %j', (cell, written) => {
    expect(csvOf([[cell]])).toBe(`\uFEFF${written}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-x', "'-x"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=cmd,"x"', '"\'=cmd,""x"""'],
    ['flag{a=b}', 'flag{a=b}'],
  ])('makes %j harmless as %j', (cell, written) => {
    expect(csvOf([[cell]])).toBe(`\uFEFF${written}\r\n`);
  });

  it('leaves numbers numbers', () => {
    expect(csvOf([[-5]])).toBe('\uFEFF-5\r\n');
  });
});
