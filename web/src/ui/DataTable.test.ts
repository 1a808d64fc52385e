import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../features/**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('a row of a table says its state in words: a switch would change it at a slip', () => {
  const rows = Object.entries(sources).flatMap(([path, source]) =>
    (source.match(/<tr\b[\s\S]*?<\/tr>/g) ?? []).map((row) => ({ path, row })),
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ row }) => row.includes('<Switch')).map(({ path }) => path)).toEqual([]);
});
