import { readFile } from 'node:fs/promises';

/**
 * `unsteady` names the tests that failed at first and passed when they were tried again.
 * @typedef {{ passed: number, failed: number, skipped: number, unsteady: string[] }} Counts
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Assertion
 * @typedef {{ status: string, name?: string, assertionResults: Assertion[] }} Result
 */

/**
 * Counts the tests of a run from the report vitest writes as JSON. A file that could not even be loaded has no test in
 * the report and counts as one that failed, and so does a run that left no report.
 * @param {string} file
 * @returns {Promise<Counts>}
 */
export async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0, unsteady: [] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, ...report } = JSON.parse(text);
  /** @type {Result[]} */
  const results = report.testResults;
  const unloaded = results.filter((result) => result.status === 'failed' && result.assertionResults.length === 0);
  const unsteady = results.flatMap(({ name = '', assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages = [] }) => `${name}: ${fullName}\n${failureMessages[0]?.split('\n')[0]}`),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
    unsteady,
  };
}
