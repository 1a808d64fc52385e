import { describe, expect, it } from 'vitest';
import { type Findings, plain, type Source } from './source';
import { readYaml } from './yaml';

const bytes = (text: string) => new TextEncoder().encode(text);

function read(text: string | Uint8Array) {
  const found: Findings = { problems: [], losses: [] };
  const sources = readYaml('a.yml', typeof text === 'string' ? bytes(text) : text, found);
  return { ...found, sources, source: sources?.[0] as Source, value: plain(sources?.[0]?.tree) };
}

describe('readYaml', () => {
  it('reads values as YAML 1.1', () => {
    const text =
      'a: yes\nb: Off\nc: 0123\nd: 1:30\ne: 0x1F\nf: 1_000\ng: ~\nh: "no"\ni: 1.5\nj: y\nk: 2026-01-02T03:04:05Z\n';
    expect(read(text).value).toEqual({
      a: true,
      b: false,
      c: 83,
      d: 90,
      e: 31,
      f: 1000,
      g: null,
      h: 'no',
      i: 1.5,
      j: 'y',
      k: '2026-01-02T03:04:05Z',
    });
  });

  it('reads merge keys, aliases, flow mappings without values, a byte order mark and CRLF', () => {
    const text =
      '\ufeffbase: &b\r\n  x: 1\r\n  y: &f "flag"\r\nall:\r\n  <<: *b\r\n  x: 2\r\nagain: *f\r\nkey: { name }\r\n';
    expect(read(text).value).toEqual({
      base: { x: 1, y: 'flag' },
      all: { x: 2, y: 'flag' },
      again: 'flag',
      key: { name: null },
    });
  });

  it('reads what PyYAML reads and strict readers refuse', () => {
    expect(read('a: "one\n\ntwo"\nb: {\n  c: d,\n}\n').value).toEqual({ a: 'one\ntwo', b: { c: 'd' } });
    expect(read('a:\n  - {x: 1,\n  }\n').value).toEqual({ a: [{ x: 1 }] });
  });

  it('names the line of every member', () => {
    const { source } = read('name: type\n# words\ntype: name\nflags:\n  - one\n  -\n    content: x\n    data: y\n');
    const lines = ['name', 'type', 'flags', 'flags.0', 'flags.1.content', 'flags.1.data', 'flags.1.none', 'none'];
    expect(lines.map((field) => source.line(field))).toEqual([1, 3, 4, 5, 7, 8, 7, 1]);
  });

  it('lets the last of equal keys count and names it', () => {
    const { value, losses } = read('a: 1\nb: {c: 1, c: 2}\na: 3\n');
    expect(value).toEqual({ a: 3, b: { c: 2 } });
    expect(losses.map(({ what, line, field }) => [what, line, field])).toEqual([
      ['yaml.duplicate', 2, 'c'],
      ['yaml.duplicate', 3, 'a'],
    ]);
  });

  it.each([
    ['a:\n\tb: 1\n', 'yaml.tab', 2],
    ['a: 1\nb: !!js/function "x"\n', 'yaml.tag', 2],
    ['a: !!python/object:os.system x\n', 'yaml.tag', 1],
    ['a: [1\nb: 2', 'yaml.invalid', 2],
    ['a: &a [*a]\n', 'yaml.nested', 1],
    ['a: *none\n', 'yaml.invalid', 1],
    ['['.repeat(1_000_000), 'yaml.nested', 1],
    [`a: &a x\n${'- '.repeat(100_000)}`, 'yaml.invalid', 2],
  ])('refuses %# with its line', (text, what, line) => {
    expect(read(text).problems).toMatchObject([{ file: 'a.yml', what, line }]);
  });

  it('refuses aliases that grow without end, at once', () => {
    const levels = Array.from({ length: 60 }, (_, i) => `l${i}: &l${i} [${i ? `*l${i - 1}, `.repeat(9) : '"x"'}]`);
    const start = performance.now();
    expect(read(levels.join('\n')).problems).toMatchObject([{ what: 'yaml.expands' }]);
    const long = `a: &a "${'x'.repeat(1_000_000)}"\nb: [${'*a, '.repeat(30)}]\n`;
    expect(read(long).problems).toMatchObject([{ what: 'yaml.expands', line: 2 }]);
    const merged = `a: &a {${Array.from({ length: 5000 }, (_, i) => `k${i}: 1`)}}\nb:\n${'  <<: *a\n'.repeat(50)}`;
    expect(read(merged).problems).toMatchObject([{ what: 'yaml.invalid' }]);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('bounds how deep aliases nest', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => `l${i}: &l${i} [${i ? `*l${i - 1}` : '"x"'}]`);
    expect(read(chain.join('\n')).problems).toMatchObject([{ what: 'yaml.nested', line: 101 }]);
  });

  it('reads 10 MB in seconds, refuses more, and what is not UTF-8', () => {
    const item = '- {name: "challenge", value: 100, text: "some words of it"}\n';
    const text = item.repeat(Math.floor(9_900_000 / item.length));
    const start = performance.now();
    expect((read(text).value as unknown[]).length).toBeGreaterThan(100_000);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(read(new Uint8Array(10_000_001)).problems).toMatchObject([{ what: 'file.tooLarge' }]);
    expect(read(new Uint8Array([0x61, 0xff])).problems).toMatchObject([{ what: 'file.encoding' }]);
  });

  it('reads all documents', () => {
    expect(read('a: 1\n---\nb: 2\n').sources?.map(({ tree }) => plain(tree))).toEqual([{ a: 1 }, { b: 2 }]);
    expect(read('').sources).toEqual([]);
  });

  it('never throws', () => {
    const alphabet = [
      'a',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      ']',
      '{',
      '}',
      '&a',
      '*a',
      '<<',
      '!!',
      '"',
      "'",
      '|',
      '>',
      '#',
      '\t',
      '?',
      ',',
      '---',
      '\u0000',
      '%',
      '@',
      '0',
      '__proto__',
    ];
    let seed = 1;
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    for (let run = 0; run < 5000; run++) {
      const text = Array.from({ length: random(30) }, () => alphabet[random(alphabet.length)]).join('');
      const { sources, problems } = read(text);
      expect(sources === null, text).toBe(problems.length > 0);
    }
    for (let run = 0; run < 2000; run++) read(Uint8Array.from({ length: random(60) }, () => random(256)));
  });
});
