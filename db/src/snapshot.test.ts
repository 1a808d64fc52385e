import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const meta = new URL('../migrations/meta/', import.meta.url);

it('keeps the snapshot of the last migration only, which `npm run db:generate` compares the schema with', () => {
  const journal = JSON.parse(readFileSync(new URL('_journal.json', meta), 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.at(-1)?.tag.slice(0, 4);
  expect(readdirSync(meta).sort()).toEqual([`${last}_snapshot.json`, '_journal.json']);
});
