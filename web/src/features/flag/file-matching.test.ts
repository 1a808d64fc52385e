import { describe, expect, it } from 'vitest';
import { type FlagSource, matchFiles, readFlagList } from './file-matching';

const file = (name: string, size = 1) => ({ name, size });
const stored = (flag: string, attachment: unknown = {}) => ({ flag, attachment });

type Given = Partial<Parameters<typeof matchFiles>[0]>;
const match = (source: FlagSource, names: string[], given: Given = {}) =>
  matchFiles({
    files: names.map((name) => file(name)),
    source,
    lines: [],
    known: [],
    sent: new Set(),
    sizeBytesMax: 1024,
    ...given,
  });

describe('readFlagList', () => {
  it('reads a name and its flag, with any separator', () => {
    const text = 'a.zip flag{a}\nb.zip,flag{b, c}\r\n\n"c d.zip";flag{c d}\ne.zip\tflag{e} ';
    expect(readFlagList(text)).toEqual([
      { number: 1, name: 'a.zip', flag: 'flag{a}' },
      { number: 2, name: 'b.zip', flag: 'flag{b, c}' },
      { number: 4, name: 'c d.zip', flag: 'flag{c d}' },
      { number: 5, name: 'e.zip', flag: 'flag{e}' },
    ]);
  });

  it('marks lines without a flag and names that come again', () => {
    expect(readFlagList('a.zip\nb flag{1}\nb flag{2}').map(({ problem }) => problem)).toEqual([
      'noFlag',
      undefined,
      'repeated',
    ]);
  });
});

describe('the match of files and flags', () => {
  it('takes names as flags, with or without their ending', () => {
    const names = ['flag{1.5}', 'flag{b}.tar', 'flag{c}'];
    expect(match('name', names).files.map(({ flag }) => flag)).toEqual(names);
    expect(match('nameWithoutEnding', names).files.map(({ flag }) => flag)).toEqual([
      'flag{1.5}',
      'flag{b}',
      'flag{c}',
    ]);
  });

  it('takes flags from a list, by the full name first, and says what is left over on both sides', () => {
    const lines = readFlagList('one flag{1}\none.zip flag{one}\ntwo flag{2}\nthree.zip flag{3}');
    const { files, flagsWithoutFile } = match('list', ['one.zip', 'two.tar', 'four.zip'], { lines });
    expect(files).toEqual([{ flag: 'flag{one}' }, { flag: 'flag{2}' }, { problem: 'noFlag' }]);
    expect(flagsWithoutFile).toEqual(['flag{1}', 'flag{3}']);
  });

  it('finds stored flags that have no file, and leaves those that have one', () => {
    const known = [stored('a', null), stored('b'), stored('c', null)];
    expect(match('name', ['a', 'b', 'd'], { known })).toEqual({
      files: [{ flag: 'a', isKnown: true }, { flag: 'b', problem: 'present' }, { flag: 'd' }],
      flagsWithoutFile: ['c'],
    });
  });

  it('names a second file for a flag, of this choice or of what is sent already', () => {
    const { files } = match('nameWithoutEnding', ['a.zip', 'a.tar', 'b.zip'], { sent: new Set(['b']) });
    expect(files.map(({ problem }) => problem)).toEqual([undefined, 'repeated', 'repeated']);
  });

  it('refuses files that the server would refuse', () => {
    const files = [file('empty', 0), file('b', 1025), file('x'.repeat(256)), file('.zip')];
    expect(match('nameWithoutEnding', [], { files }).files.map(({ problem }) => problem)).toEqual([
      undefined,
      'tooLarge',
      'tooLong',
      'noFlag',
    ]);
  });
});
