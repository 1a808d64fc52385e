import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

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
