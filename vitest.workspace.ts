import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Two forks suit the two cores the suite is budgeted for; each test file has a database of its own.
// A test that waits for real processes, containers or a browser may miss a wait on two busy cores; a fault fails twice.
// What passed at the second try only is named at the end of the run, to be looked into.
const forks = { pool: 'forks', maxWorkers: 2, retry: 1 } as const;
/** A machine with much else to do takes longer than the usual second until something has happened. */
const patient = { expect: { poll: { timeout: 30_000 } } } as const;
const services = {
  globalSetup: ['db/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  ...patient,
};

export default defineConfig({
  test: {
    ...forks,
    projects: [
      { test: { name: 'db', include: ['db/**/*.test.ts'], ...forks, ...services } },
      { test: { name: 'server', include: ['server/**/*.test.ts'], ...forks, ...services } },
      {
        test: { name: 'docker', include: ['docker/**/*.test.ts'], ...forks, testTimeout: 60_000, hookTimeout: 120_000 },
      },
      { test: { name: 'workers', include: ['workers/**/*.test.ts'], ...forks, ...services } },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/setup.ts'],
          css: false,
          ...forks,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'web/*.test.ts'],
          ...forks,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.ts'],
          ...services,
          pool: 'forks',
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 300_000,
          retry: 1,
          // A browser beside two other forks on two cores makes both unsteady, so these come last and alone.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
