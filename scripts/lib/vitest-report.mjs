import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';
import { red, say, warn } from './terminal.mjs';

/**
 * `planned` are the files vitest collected, `files` those that ran to their end; a file whose process died is only in
 * the first.
 * @typedef {{ project: string, file: string }} TestFile `file` is relative to the repository
 * @typedef {{ name: string, state: string, retries: number, error: string }} TestResult
 * @typedef {TestFile & { state: string, tests: TestResult[] }} FileResult
 * @typedef {{ planned: TestFile[], files: FileResult[], errors: string[] }} RunReport `errors` occurred outside of any test
 */

/**
 * A test that may pass at its second try only; of the project `browser` only.
 * @typedef {{ file: string, test: string, cause: string }} UnsteadyTest
 */

/**
 * Tests of a file, or one of them, that may be skipped where `CI` is set.
 * @typedef {{ file: string, test?: string, reason: string }} AllowedSkip
 */

/**
 * `failed` counts the failed tests and the problems. `warnings` do not make a run fail.
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[], warnings: string[] }} Verdict
 */

/**
 * @typedef {object} Rules
 * @property {readonly UnsteadyTest[]} unsteady
 * @property {readonly AllowedSkip[]} allowed
 * @property {boolean} ci whether other skips fail the run
 */

const retryProject = 'browser';
const finished = ['passed', 'failed', 'skipped'];

/** @param {TestFile} file */
const title = ({ project, file }) => `${project} ${file}`;

/** @param {string} name of a list in `scripts` */
const readList = (name) => JSON.parse(readFileSync(inRoot('scripts', name), 'utf8'));

/** @returns {Rules} */
export const readRules = () => ({
  unsteady: readList('unsteady-tests.json'),
  allowed: readList('allowed-skips.json'),
  ci: process.env.CI === 'true',
});

/** A title says what its test needs: "fires alerts (needs promtool)". */
const missing = (/** @type {TestResult} */ { name, error }) =>
  error || /.*\((needs [^)]+)\)/.exec(name)?.[1] || 'no reason given';

/** @param {readonly FileResult[]} files @param {readonly AllowedSkip[]} allowed */
function countSkips(files, allowed) {
  const counts = { allowed: new Map(), others: new Map() };
  for (const { file, tests } of files) {
    for (const one of tests.filter(({ state }) => state === 'skipped')) {
      const entry = allowed.find(({ test = one.name, ...other }) => other.file === file && test === one.name);
      const [kind, reason] = entry ? [counts.allowed, entry.reason] : [counts.others, missing(one)];
      kind.set(reason, (kind.get(reason) ?? 0) + 1);
    }
  }
  const list = (/** @type {Map<string, number>} */ kind) =>
    [...kind].map(([reason, count]) => `Skipped ${count}: ${reason}`);
  return { allowed: list(counts.allowed), others: list(counts.others) };
}

/** @param {FileResult} file */
const failedByItself = ({ state, tests }) => state === 'failed' && tests.every((test) => test.state !== 'failed');

/**
 * Tests that passed at their second try, and whether that is known of them.
 * @param {readonly FileResult[]} files @param {readonly UnsteadyTest[]} unsteady
 */
function listSecondTries(files, unsteady) {
  const tries = { known: /** @type {string[]} */ ([]), unknown: /** @type {string[]} */ ([]) };
  for (const file of files) {
    for (const { name, error } of file.tests.filter(({ state, retries }) => state === 'passed' && retries > 0)) {
      const text = `Passed at its second try only: ${title(file)}: ${name}${error && `\n${error}`}`;
      const entry = unsteady.find((one) => one.file === file.file && one.test === name);
      if (entry && file.project === retryProject) tries.known.push(`${text}\nKnown cause: ${entry.cause}`);
      else tries.unknown.push(text);
    }
  }
  return tries;
}

/**
 * Passes when every test passed at its first try, every collected file ran to its end, at least one test ran, and
 * nothing failed outside of the tests.
 * @param {RunReport} report @param {Rules} rules @returns {Verdict}
 */
export function judgeRun({ planned, files, errors }, { unsteady, allowed, ci }) {
  const ended = new Set(files.filter(({ state }) => finished.includes(state)).map(title));
  const tries = listSecondTries(files, unsteady);
  const skips = countSkips(files, allowed);
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
  const count = (/** @type {string} */ state) => states.filter((one) => one === state).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const problems = [
    ...errors.map((error) => `Error outside of the tests: ${error}`),
    ...planned.filter((file) => !ended.has(title(file))).map((file) => `Did not run to its end: ${title(file)}`),
    ...tries.unknown,
    ...files.filter(failedByItself).map((file) => `Failed outside of its tests: ${title(file)}`),
    ...(ci ? skips.others : []),
    ...(passed + failed === 0 ? ['No test was run.'] : []),
  ];
  const warnings = [...tries.known, ...skips.allowed, ...(ci ? [] : skips.others)];
  return { passed, failed: failed + problems.length, skipped: count('skipped'), problems, warnings };
}

/**
 * A run that left no report has failed.
 * @param {string} file @returns {Promise<Verdict>}
 */
export async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return judgeRun(JSON.parse(text), readRules());
  const problems = ['Vitest ended without a report.'];
  return { passed: 0, failed: problems.length, skipped: 0, problems, warnings: [] };
}

/** @param {import('vitest/node').TestCase} test @returns {TestResult} */
function describeTest(test) {
  const { state, errors, ...rest } = test.result();
  return {
    name: test.fullName,
    state,
    retries: test.diagnostic()?.retryCount ?? 0,
    // Of a skipped test, what it said itself.
    error: errors?.[0]?.message?.split('\n')[0] ?? ('note' in rest ? rest.note : undefined) ?? '',
  };
}

/** Fails a run by the rules of `judgeRun`, and writes its report to the file of TEST_REPORT. */
export class StrictReporter {
  /** @type {TestFile[]} */
  #planned = [];

  /** @param {ReadonlyArray<import('vitest/node').TestSpecification>} specifications */
  onTestRunStart(specifications) {
    this.#planned = specifications.map(({ project, moduleId }) => ({
      project: project.name,
      file: path.relative(root, moduleId),
    }));
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<import('vitest').SerializedError>} errors
   */
  onTestRunEnd(modules, errors) {
    /** @type {RunReport} */
    const report = {
      planned: this.#planned,
      files: modules.map((module) => ({
        project: module.project.name,
        file: path.relative(root, module.moduleId),
        state: module.state(),
        tests: [...module.children.allTests()].map(describeTest),
      })),
      errors: errors.map(({ message }) => String(message)),
    };
    const { failed, problems, warnings } = judgeRun(report, readRules());
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
    for (const line of warnings) warn(line);
    for (const line of problems) say(red(line));
    if (failed > 0) process.exitCode = 1;
  }
}
