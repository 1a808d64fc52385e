import { describe, expect, it } from 'vitest';
import { readCategory } from './category';
import { exampleOf } from './example';
import { nearest } from './nearest';
import { resolvePath, slug } from './paths';

describe('nearest', () => {
  const known = ['category', 'connection_info', 'flags', 'files', 'next'];
  it.each([
    ['categry', 'category'],
    ['Category', 'category'],
    ['connection-info', 'connection_info'],
    ['flag', 'flags'],
    ['filse', null],
    ['nxet', null],
    ['solutions', null],
    ['x'.repeat(100_000), null],
  ])('finds for %s', (key, name) => {
    expect(nearest(key.slice(0, 1000), known)).toBe(name);
  });

  it('costs no more for long keys', () => {
    const start = performance.now();
    for (let run = 0; run < 1000; run++) nearest('c'.repeat(1_000_000), known);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('exampleOf', () => {
  it.each([
    ['flag\\{[0-9]{4}\\}', 'flag{0000}'],
    ['^(?:one|two)$', 'one'],
    ['(?i)fl[a@]g{.+}', 'flag{a}'],
    ['a*b+c?d{2,}', 'bdd'],
    ['[^}]x\\d\\w\\x41', '-x0aA'],
    ['(?P<name>x)(?<other>y)', 'xy'],
    ['[]a]', ']'],
  ])('answers %s', (expression, example) => {
    expect(exampleOf(expression)).toBe(example);
    const native = expression.replace('(?P<', '(?<').replace('(?i)', '').replace('[]a]', '[\\]a]');
    expect(example).toMatch(new RegExp(`^(?:${native})$`));
  });

  it.each([
    '(?=a)a',
    '(a)\\1',
    '\\bx',
    '[[:alpha:]]',
    '[^\\W]',
    '(',
    '[',
    'a)',
    '*',
    'a{999}',
    'x*',
    '\\',
    '('.repeat(200),
  ])('gives none for %s', (expression) => {
    expect(exampleOf(expression)).toBeNull();
  });

  it('matches its expression, or is none', () => {
    const parts = ['a', '[b-d]', '[^x]', '\\d', '(', ')', '|', '*', '+', '?', '{2}', '.', '\\.', '(?:'];
    let seed = 3;
    let count = 0;
    for (let run = 0; run < 20_000; run++) {
      const expression = Array.from({ length: 8 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return parts[seed % parts.length];
      }).join('');
      const example = exampleOf(expression);
      let native: RegExp;
      try {
        native = new RegExp(`^(?:${expression})$`);
      } catch {
        continue;
      }
      if (example === null) continue;
      count++;
      expect(native.test(example), `${expression} ${example}`).toBe(true);
    }
    expect(count).toBeGreaterThan(1000);
  });
});

describe('readCategory', () => {
  it.each([
    ['rev', 'Reverse', null],
    ['Binary Exploitation', 'Pwn', null],
    ['', 'Misc', null],
    ['Stego', 'Forensics', 'Stego'],
    ['my own', 'Misc', 'my own'],
    ['constructor', 'Misc', 'constructor'],
  ])('reads %s', (name, category, custom) => {
    expect(readCategory(name)).toEqual({ category, custom });
  });
});

describe('paths', () => {
  it.each([
    ['a/b', './x//y', 'a/b/x/y'],
    ['a/b', '../x', 'a/x'],
    ['a', '../../x', null],
    ['', '/x', null],
    ['', 'a\\b', null],
    ['', 'C:x', null],
    ['', 'a\0', null],
    ['a', '.', 'a'],
  ])('resolves in %s the reference %j', (folder, reference, path) => {
    expect(resolvePath(folder, reference)).toBe(path);
  });

  it('makes names of folders from titles of any script', () => {
    expect(['Baby Heap!', '  ', 'Größe 1/2', '問題 一', '..'].map(slug)).toEqual([
      'baby-heap',
      'unnamed',
      'größe-1-2',
      '問題-一',
      'unnamed',
    ]);
  });
});
