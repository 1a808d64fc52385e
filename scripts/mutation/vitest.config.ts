import { defineConfig } from 'vitest/config';

/**
 * The tests beside rules and policies. They need no service, so the tests of one mutant take a fraction of a second.
 * Random cases are few, and the random histories of boards are left out: they take seconds, and a mutant should fail in
 * a table.
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
