import { readFile } from 'node:fs/promises';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the tests of a run from the report vitest writes as JSON. A file that could not even be loaded has no test in
 * the report and counts as one that failed, and so does a run that left no report.
 * @param {string} file
 * @returns {Promise<Counts>}
 */
export async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults } = JSON.parse(text);
  const unloaded = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests + numTodoTests };
}
