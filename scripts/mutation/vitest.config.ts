import { defineConfig } from 'vitest/config';

/**
 * Tests without services take a fraction of a second per mutant. Random cases are few and random histories of boards
 * are left out, because they take seconds.
 */
export default defineConfig({
  test: {
    env: { PROPERTY_RUNS: '15' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['scripts/mutation/fixed-seed.ts'],
    include: ['{db,docker,server,web,workers}/**/*.{rules,policy}.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/scoreboard.history.rules.test.ts'],
  },
});
