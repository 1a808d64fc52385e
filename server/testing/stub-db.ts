import type { Deps } from '@vexil/http/deps';
import { drizzle } from 'drizzle-orm/pg-proxy';

/**
 * A fake database for policies: `answer` returns the rows of each statement, values in the order of the selected columns.
 */
export function stubDb(answer: (sql: string, params: unknown[]) => unknown[][]): Deps['db'] {
  return drizzle(async (sql, params) => ({ rows: answer(sql, params) })) as unknown as Deps['db'];
}

/** For decisions that must not read the database. */
export const noDb: Deps['db'] = stubDb((sql) => {
  throw new Error(`Nothing should be read here: ${sql}`);
});
