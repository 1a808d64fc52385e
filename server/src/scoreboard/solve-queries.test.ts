// A solve that a re-judging took back stays stored, so every query says which solves it means.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSourceFiles } from '../../../scripts/lib/source-files.mjs';

const reads = /\b(?:from|join) solves\b|\.(?:from|innerJoin|leftJoin)\(solves\b|\$count\(\s*solves\b/g;
/** Characters around a query's mention of the table. */
const before = 900;
const after = 800;
/** Boards get all solves, and rules choose. */
const ofRules = 'server/data/scoreboard/facts.queries.ts';

it('names in each query of solves those that were taken back', () => {
  const product = listSourceFiles(/^(?:server|workers)\/.*\.ts$/).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const found = product
    .filter((file) => file !== ofRules)
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(reads)].map(({ index }) => ({
        file,
        text: text.slice(Math.max(0, index - before), index + after),
      }));
    });
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(({ text }) => !/reversed_at|reversedAt/.test(text))).toEqual([]);
});
