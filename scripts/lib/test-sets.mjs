/**
 * When a test runs: `change` are the tests of `npm test`, which every change must pass; `later` are those that wait for
 * engines, images, restarts or releases, which `npm run test:all` runs as well. A name in `test-sets.json` counts before
 * a pattern, and a pattern of `later` before one of `change`.
 */
import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { listSourceFiles } from './source-files.mjs';

/** @typedef {{ change: string[], later: string[] }} TestSets patterns with `*`, `**` and `{a,b}` */

/** @returns {TestSets} */
export const readTestSets = () => JSON.parse(readFileSync(inRoot('scripts/test-sets.json'), 'utf8'));

/** @param {string} pattern */
function toExpression(pattern) {
  const text = pattern.replaceAll('.', '\\.').replaceAll('{', '(?:').replaceAll('}', ')').replaceAll(',', '|');
  return new RegExp(`^${text.replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`);
}

export const listTestFiles = () => listSourceFiles(/\.(test\.tsx?|e2e\.ts)$/);

/** @param {readonly string[]} files @param {TestSets} sets */
export function assignTests(files, { change, later }) {
  const listed = [...change, ...later];
  const used = new Set();
  const find = (/** @type {readonly string[]} */ patterns, /** @type {string} */ file) => {
    const found = patterns.filter((pattern) => toExpression(pattern).test(file));
    for (const pattern of found) used.add(pattern);
    return found.length > 0;
  };
  const assigned = /** @type {TestSets & { none: string[] }} */ ({ change: [], later: [], none: [] });
  for (const file of files) {
    const [isLater, isChange] = [find(later, file), find(change, file)];
    if (isLater && !change.includes(file)) assigned.later.push(file);
    else assigned[isChange ? 'change' : 'none'].push(file);
  }
  return { ...assigned, unused: listed.filter((pattern) => !used.has(pattern)) };
}
