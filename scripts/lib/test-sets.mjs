/**
 * When a test runs: `change` are the tests of `npm test`, which every change must pass; `later` are those that wait for
 * engines, images, restarts or releases, which `npm run test:all` runs as well. A name in `test-sets.json` counts before
 * a pattern, and a pattern of `later` before one of `change`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';

/** @typedef {{ change: string[], later: string[] }} TestSets patterns with `*`, `**` and `{a,b}` */

/** @returns {TestSets} */
export const readTestSets = () => JSON.parse(readFileSync(inRoot('scripts/test-sets.json'), 'utf8'));

/** @param {string} pattern */
function toExpression(pattern) {
  const text = pattern.replaceAll('.', '\\.').replaceAll('{', '(?:').replaceAll('}', ')').replaceAll(',', '|');
  return new RegExp(`^${text.replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}$`);
}

export function listTestFiles() {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) => {
    if (/^\.|^node_modules$/.test(name)) return [];
    return readdirSync(inRoot(name), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(name, file));
  });
  return files.filter((file) => /\.(test\.tsx?|e2e\.ts)$/.test(file) && !/\/(node_modules|dist|\.\w+)\//.test(file));
}

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
