import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../lib/paths.mjs';

/** The number of files that are mutated. A file that a pattern no longer finds would be missing without notice. */
export const ruleFileCount = 67;

const isRuleFile = (/** @type {string} */ name) =>
  /\.(rules|policy)\.ts$/.test(name) && !name.split(path.sep).includes('node_modules');

/**
 * Every rule and policy of the packages, below the given folder only.
 * @param {string} [below] relative to the root
 * @returns {string[]} relative to the root, sorted
 */
export function listRuleFiles(below = '.') {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const files = workspaces.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter(isRuleFile)
      .map((name) => path.posix.join(folder, name)),
  );
  const isBelow = (/** @type {string} */ file) => !path.posix.relative(below, file).startsWith('..');
  return [...new Set(files)].filter(isBelow).sort();
}
