import { listSourceFiles } from '../lib/source-files.mjs';

/** The number of files that are mutated. A file that a pattern no longer finds would be missing without notice. */
export const ruleFileCount = 97;

/** Every rule and policy, of the given folder or file only. */
export const listRuleFiles = (below = '') =>
  listSourceFiles(/\.(rules|policy)\.ts$/).filter((file) => file === below || file.startsWith(below && `${below}/`));
