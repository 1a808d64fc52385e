import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing/program';
import { inRoot } from './paths.mjs';
import { judgeRun, type RunReport, readReport, readRules } from './vitest-report.mjs';

const test = (name: string, state = 'passed', retries = 0) => ({ name, state, retries, error: '' });

function report(files: Partial<RunReport['files'][number]>[], rest: Partial<RunReport> = {}): RunReport {
  const whole = files.map((one) => ({
    project: 'server',
    file: 'server/a.test.ts',
    state: 'passed',
    tests: [test('a')],
    ...one,
  }));
  return { planned: whole.map(({ project, file }) => ({ project, file })), files: whole, errors: [], ...rest };
}

const rules = { unsteady: [], allowed: [], ci: false };
const good = { passed: 1, failed: 0, skipped: 0, problems: [], warnings: [] };

describe('judgeRun', () => {
  it('counts tests', () => {
    const tests = [test('a'), test('b'), test('c', 'failed'), test('d', 'skipped'), test('e', 'skipped')];
    const verdict = judgeRun(report([{ state: 'failed', tests }]), rules);
    expect(verdict).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
  });

  it('takes a run without a failure for a success', () => {
    expect(judgeRun(report([{}]), rules)).toEqual(good);
  });

  it.each(['pending', 'queued'])('fails a run in which a file is still %s', (state) => {
    const verdict = judgeRun(report([{}, { file: 'server/b.test.ts', state, tests: [test('b', 'pending')] }]), rules);
    expect(verdict).toEqual({ ...good, failed: 1, problems: ['Did not run to its end: server server/b.test.ts'] });
  });

  it('fails a run in which a collected file is missing', () => {
    const planned = ['a', 'b'].map((name) => ({ project: 'server', file: `server/${name}.test.ts` }));
    const { failed, problems } = judgeRun(report([{}], { planned }), rules);
    expect({ failed, problems }).toEqual({ failed: 1, problems: ['Did not run to its end: server server/b.test.ts'] });
  });

  it('distinguishes the same file in two projects', () => {
    const planned = ['db', 'server'].map((project) => ({ project, file: 'server/a.test.ts' }));
    const { problems } = judgeRun(report([{}], { planned }), rules);
    expect(problems).toEqual(['Did not run to its end: db server/a.test.ts']);
  });

  it('fails a file that could not be loaded, and one whose hooks failed', () => {
    const files = [
      { state: 'failed', tests: [] },
      { file: 'server/b.test.ts', state: 'failed', tests: [test('b', 'skipped')] },
      { file: 'server/c.test.ts' },
    ];
    expect(judgeRun(report(files), rules)).toMatchObject({
      failed: 2,
      problems: [
        'Failed outside of its tests: server server/a.test.ts',
        'Failed outside of its tests: server server/b.test.ts',
      ],
    });
  });

  it('fails a run with an error outside of its tests', () => {
    const { failed, problems } = judgeRun(report([{}], { errors: ['a worker was killed'] }), rules);
    expect({ failed, problems }).toEqual({ failed: 1, problems: ['Error outside of the tests: a worker was killed'] });
  });

  it.each([
    ['without files', []],
    ['whose tests were all skipped', [{ state: 'skipped', tests: [test('a', 'skipped')] }]],
  ])('fails a run %s', (_title, files) => {
    const { failed, problems } = judgeRun(report(files), rules);
    expect({ failed, problems }).toEqual({ failed: 1, problems: ['No test was run.'] });
  });
});

describe('judgeRun, of a test that passed at its second try', () => {
  const again = (project: string) =>
    report([{ project, file: 'web/e2e/play.e2e.ts', tests: [{ ...test('plays', 'passed', 1), error: 'no button' }] }]);
  const entry = { file: 'web/e2e/play.e2e.ts', test: 'plays', cause: 'the engine is slow' };
  const line = (project: string) => `Passed at its second try only: ${project} web/e2e/play.e2e.ts: plays\nno button`;

  it('fails the run', () => {
    const verdict = judgeRun(again('browser'), rules);
    expect(verdict).toEqual({ ...good, failed: 1, problems: [line('browser')] });
  });

  it('warns when the list names the test', () => {
    const warnings = [`${line('browser')}\nKnown cause: the engine is slow`];
    expect(judgeRun(again('browser'), { ...rules, unsteady: [entry] })).toEqual({ ...good, warnings });
  });

  it('fails the run when the list names another test or another file', () => {
    for (const other of [
      { ...entry, test: 'plays again' },
      { ...entry, file: 'web/e2e/other.e2e.ts' },
    ]) {
      expect(judgeRun(again('browser'), { ...rules, unsteady: [other] }).problems).toEqual([line('browser')]);
    }
  });

  it('fails the run outside of the browser, listed or not', () => {
    expect(judgeRun(again('server'), { ...rules, unsteady: [entry] }).problems).toEqual([line('server')]);
  });

  it('counts a test that failed twice once', () => {
    expect(judgeRun(report([{ state: 'failed', tests: [test('a', 'failed', 1)] }]), rules).failed).toBe(1);
  });
});

describe('readReport', () => {
  it('judges the report of a run', async () => {
    const file = path.join(makeDirectory(), 'report.json');
    writeFileSync(file, JSON.stringify(report([{}])));
    expect(await readReport(file)).toEqual(good);
  });

  it('counts a run without a report as failed', async () => {
    const verdict = await readReport(path.join(makeDirectory(), 'none.json'));
    expect(verdict).toEqual({ ...good, passed: 0, failed: 1, problems: ['Vitest ended without a report.'] });
  });
});

describe('judgeRun, of skipped tests', () => {
  const skipped = report([
    { tests: [test('a'), test('b (needs tshark)', 'skipped'), test('c > d (needs tshark)', 'skipped')] },
    { file: 'server/b.test.ts', tests: [test('e', 'skipped'), { ...test('f', 'skipped'), error: 'no room' }] },
  ]);
  const lines = ['Skipped 2: needs tshark', 'Skipped 1: no reason given', 'Skipped 1: no room'];
  const counts = { ...good, skipped: 4 };

  it('counts them by reason', () => {
    expect(judgeRun(skipped, rules)).toEqual({ ...counts, warnings: lines });
  });

  it('fails in CI for each reason', () => {
    expect(judgeRun(skipped, { ...rules, ci: true })).toEqual({ ...counts, failed: 3, problems: lines });
  });

  it('passes in CI what the list allows by file, or by file and test', () => {
    const allowed = [
      { file: 'server/a.test.ts', reason: 'Wireshark cannot be had there' },
      { file: 'server/b.test.ts', test: 'e', reason: 'it takes two engines' },
    ];
    expect(judgeRun(skipped, { ...rules, allowed, ci: true })).toEqual({
      ...counts,
      failed: 1,
      problems: ['Skipped 1: no room'],
      warnings: ['Skipped 2: Wireshark cannot be had there', 'Skipped 1: it takes two engines'],
    });
  });
});

describe('readRules', () => {
  const { unsteady, allowed } = readRules();

  it('names at most three unsteady tests, each with its cause', () => {
    expect(unsteady.length).toBeLessThanOrEqual(3);
    for (const { file, test, cause } of unsteady) {
      expect(file).toMatch(/^web\/e2e\/.+\.e2e\.ts$/);
      expect(test).not.toBe('');
      expect(cause.length).toBeGreaterThan(20);
    }
  });

  it('names skips of files that exist, each with its reason', () => {
    for (const { file, reason } of allowed) {
      expect(existsSync(inRoot(file)), file).toBe(true);
      expect(reason.length, file).toBeGreaterThan(20);
    }
  });
});
