import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Deps } from '../src/deps';

/**
 * A database without a service, for policies: it answers each statement with the rows that `answer` gives, their values
 * in the order of the selected columns.
 */
export function stubDb(answer: (sql: string, params: unknown[]) => unknown[][]): Deps['db'] {
  return drizzle(async (sql, params) => ({ rows: answer(sql, params) })) as unknown as Deps['db'];
}

/** For decisions that must not depend on what is stored. */
export const noDb: Deps['db'] = stubDb((sql) => {
  throw new Error(`Nothing should be read here: ${sql}`);
});
