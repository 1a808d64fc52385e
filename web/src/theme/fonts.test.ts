import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

it('numbers are Inter’s figures everywhere, and tabular where they stand by themselves', () => {
  const styles = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')] as const);
  expect(styles.length).toBeGreaterThan(80);
  expect(read('base.css')).toMatch(/^\.figures,\ntable,\ninput \{\s+font-variant-numeric: tabular-nums;/m);
  expect(read('base.css')).toMatch(/"Space Grotesk Variable";[^}]*inter-latin[^}]*unicode-range: U\+0030-0039;/);
  expect(read('base.css')).toMatch(
    /^\.display \{[^}]*\}[^}]*^\.figures \{\s+font-family: var\(--mantine-font-family\);/m,
  );
  const inOthers = styles.filter(([, text]) => /composes: [^;]*\bfigures\b[^;]*;[^}]*font-family/.test(text));
  expect(inOthers.map(([path]) => path)).toEqual([]);
});

it('every font that stands in for another one is declared, for that one’s letters', () => {
  const named = new Set(
    read('theme.ts')
      .match(/[\w ]+ Fallback(?: Wide)?/g)
      ?.map((name) => name.trim()),
  );
  const declared = new Set(
    [...read('base.css').matchAll(/font-family: "([^"]+ Fallback[^"]*)"/g)].map(([, name]) => name),
  );
  expect(named.size).toBe(3);
  expect(declared).toEqual(named);
});
