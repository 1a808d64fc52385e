import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot, root } from './lib/paths.mjs';
import { makeDirectory, runProgram } from './testing/program';

// Without TEST_DATABASE_URL, so that the run starts a PostgreSQL of its own.
const environment = {
  TEST_FIXTURES: '1',
  ...(process.env.TEST_REDIS_URL ? { TEST_REDIS_URL: process.env.TEST_REDIS_URL } : {}),
};
const fixture = (name: string) => `scripts/testing/fixtures/${name}.fixture.ts`;

const ways = {
  async vitest(...files: string[]) {
    const vitest = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.workspace.ts'];
    const run = runProgram(process.execPath, [...vitest, ...files], environment);
    return { code: await run.ended, output: run.output() };
  },
  async 'npm test'(...files: string[]) {
    const run = runProgram('npm', ['test', '--', ...files], environment);
    return { code: await run.ended, output: run.output() };
  },
};

/** Name of the fixture to the closing line of `npm test` and to what both ways print. */
const failures = [
  ['failing', '0 passed, 1 failed, 0 skipped', 'expected 1 to be 2'],
  [
    'killed',
    /0 passed, [1-9]\d* failed, 0 skipped/,
    'Did not run to its end: fixtures scripts/testing/fixtures/killed',
  ],
  ['unhandled', '1 passed, 1 failed, 0 skipped', 'Error outside of the tests: A rejection without a handler.'],
  ['skipped', '0 passed, 1 failed, 1 skipped', 'No test was run.'],
  ['no-test', /0 passed, [1-9]\d* failed, 0 skipped/, 'No test suite found'],
  [
    'unsteady',
    '1 passed, 1 failed, 0 skipped',
    'Passed at its second try only: fixtures scripts/testing/fixtures/unsteady',
  ],
  ['missing', /0 passed, [1-9]\d* failed, 0 skipped/, 'No test files found'],
] as const;

describe('vitest', () => {
  it.each(failures)('ends with 1 for the run "%s"', async (name, _line, text) => {
    const { code, output } = await ways.vitest(fixture(name));
    expect(output).toContain(text);
    expect(code).toBe(1);
  });

  it('ends with 1 when one of two files was killed', async () => {
    const { code, output } = await ways.vitest(fixture('passing'), fixture('killed'));
    expect(output).toContain('1 passed');
    expect(code).toBe(1);
  });

  it('ends with 0 when all tests have passed', async () => {
    expect((await ways.vitest(fixture('passing'))).code).toBe(0);
  });
});

describe('the projects', () => {
  it('have each test file of the repository once', async () => {
    const vitest = [inRoot('node_modules/vitest/vitest.mjs'), 'list', '--config', 'vitest.workspace.ts'];
    const file = path.join(makeDirectory(), 'files.json');
    const run = runProgram(process.execPath, [...vitest, '--filesOnly', `--json=${file}`], {});
    expect(await run.ended, run.output()).toBe(0);
    const listed: { file: string }[] = JSON.parse(readFileSync(file, 'utf8'));
    const files = listed.map((one) => path.relative(root, one.file).replaceAll(path.sep, '/'));
    const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll(path.sep, '/'),
    );
    // `npm run test:kubernetes` runs those that need a cluster.
    const isTest = (name: string) =>
      /\.(test\.tsx?|e2e\.ts)$/.test(name) && !/(^|\/)(node_modules|dist|\.\w+)\/|\.cluster\.test\.ts$/.test(name);
    expect(files.sort()).toEqual(entries.filter(isTest).sort());
  });
});

describe('npm test', () => {
  it.each(failures)('ends with 1 for the run "%s"', async (name, line, text) => {
    const { code, output } = await ways['npm test'](fixture(name));
    expect(output).toContain(text);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(line);
    expect(code).toBe(1);
  });

  it('ends with 0 when all tests have passed', async () => {
    const { code, output } = await ways['npm test'](fixture('passing'));
    expect(output.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });
});
