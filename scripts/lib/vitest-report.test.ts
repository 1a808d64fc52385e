import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing/program';
import { readReport } from './vitest-report.mjs';

function report(content: object): string {
  const file = path.join(makeDirectory(), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('readReport', () => {
  it('counts tests', async () => {
    const file = report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1, testResults: [] });
    expect(await readReport(file)).toEqual({ passed: 7, failed: 2, skipped: 2, unsteady: [] });
  });

  it('counts a file that could not be loaded as failed', async () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    const file = report({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults });
    expect(await readReport(file)).toEqual({ passed: 7, failed: 1, skipped: 0, unsteady: [] });
  });

  it('names what passed only when it was tried again', async () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a team joins', failureMessages: [] },
      { status: 'passed', fullName: 'a team leaves', failureMessages: ['AssertionError: expected 1 to be 2\nat x'] },
      { status: 'failed', fullName: 'a team stays', failureMessages: ['AssertionError: expected 3 to be 4'] },
    ];
    const testResults = [{ name: 'team.test.ts', status: 'failed', assertionResults }];
    const file = report({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, testResults });
    expect(await readReport(file)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      unsteady: ['team.test.ts: a team leaves\nAssertionError: expected 1 to be 2'],
    });
  });

  it('counts a run without a report as failed', async () => {
    expect(await readReport(path.join(makeDirectory(), 'none.json'))).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      unsteady: [],
    });
  });
});
