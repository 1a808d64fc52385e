import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { assignTests, listTestFiles, readTestSets } from './scripts/lib/test-sets.mjs';
import { StrictReporter } from './scripts/lib/vitest-report.mjs';

// Three forks for the two cores that the suite is budgeted for, because many files wait for engines and processes. Each
// file has a database of its own.
const forks = { pool: 'forks', maxWorkers: 3 } as const;

/** Those that wait come first, so that none of them is left when all others are done. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waiting = assignTests(listTestFiles(), readTestSets()).later;
    const waits = ({ moduleId }: TestSpecification) => waiting.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
/** On a busy machine a polled condition takes longer than the usual second. */
const longPoll = { expect: { poll: { timeout: 30_000 } } } as const;
/** Ends tests that hang, and no others: on a busy machine a test takes ten times as long. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 } as const;
const services = {
  globalSetup: ['scripts/testing/generated.ts', 'scripts/testing/global-setup.ts'],
  ...limits,
  ...longPoll,
};
/** Loading modules takes longer than most tests. State is in `deps`; `setup.ts` restores what a file has replaced. */
const shared = { isolate: false, setupFiles: ['db/testing/setup.ts'], ...forks };

/** Rules and policies: pure functions, tested without any service. With the components of `web` these are `npm run test:unit`. */
const pure = ['{db,server,workers,docker}/**/*.{rules,policy}.test.ts'];
/** What `npm test` leaves to `npm run test:all`. */
const later = process.env.TEST_SET === 'change' ? assignTests(listTestFiles(), readTestSets()).later : [];
const never = [...configDefaults.exclude, ...later];
const exclude = [...never, ...pure];

const dom = {
  environment: 'jsdom',
  globalSetup: ['scripts/testing/generated.ts'],
  setupFiles: ['web/src/testing/setup.ts'],
  css: false,
  // Loading the modules of a page takes longer than most of its tests; `setup.ts` resets their state.
  isolate: false,
  ...forks,
};
/** These render the whole application at an address, which takes longer than all smaller tests of the web together. */
const pages = listTestFiles().filter(
  (file) => /^web.src.*\.test\.tsx$/.test(file) && readFileSync(file, 'utf8').includes('renderPage('),
);

/** Runs that must fail, for the tests of the runner. */
const fixtures = { name: 'fixtures', include: ['scripts/testing/fixtures/*.fixture.ts'], ...forks, ...services };

export default defineConfig({
  test: {
    ...forks,
    reporters: ['default', new StrictReporter()],
    sequence: { sequencer: WaitingFirst },
    projects: [
      ...(process.env.TEST_FIXTURES === '1' ? [{ test: fixtures }] : []),
      { test: { name: 'unit', include: pure, exclude: never, ...shared, ...limits } },
      { test: { name: 'db', include: ['db/**/*.test.ts'], exclude, ...forks, ...services } },
      { test: { name: 'server', include: ['server/**/*.test.ts'], exclude, ...shared, ...services } },
      {
        test: {
          name: 'docker',
          include: ['docker/**/*.test.ts'],
          // `npm run test:kubernetes` starts the cluster for it.
          exclude: process.env.TEST_KUBECONFIG ? exclude : [...exclude, 'docker/**/*.cluster.test.ts'],
          ...forks,
          ...limits,
        },
      },
      { test: { name: 'workers', include: ['workers/**/*.test.ts'], exclude, ...shared, ...services } },
      {
        plugins: [react()],
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], exclude: [...never, ...pages], ...dom },
      },
      { plugins: [react()], test: { name: 'web-pages', include: pages, exclude: never, ...dom } },
      {
        test: {
          name: 'scripts',
          globalSetup: ['scripts/testing/generated.ts'],
          include: ['scripts/**/*.test.ts', 'web/*.test.ts'],
          exclude: [...never, 'scripts/images/**'],
          ...forks,
          ...limits,
        },
      },
      {
        test: {
          name: 'images',
          include: ['scripts/images/*.test.ts'],
          exclude: never,
          ...limits,
          pool: 'forks',
          maxWorkers: 1,
          // It builds images and starts a whole deployment on the engine that other tests use.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          exclude: never,
          ...services,
          pool: 'forks',
          maxWorkers: 1,
          // A page may exceed a wait on two busy cores. A test that passes only at the second try still fails the run,
          // unless scripts/unsteady-tests.json names it with the cause.
          retry: 1,
          // A browser beside two other forks on two cores makes both unsteady, so these come last and alone.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
