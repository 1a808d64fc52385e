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
    expect(await readReport(file)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('counts a file that could not be loaded as failed', async () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    const file = report({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults });
    expect(await readReport(file)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  });

  it('counts a run without a report as failed', async () => {
    expect(await readReport(path.join(makeDirectory(), 'none.json'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
