import { sql } from 'drizzle-orm';
import { check, pgTable, smallint } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/** One row, derived one way from the SECRET_KEY that this database was written with. */
export const secretKeyChecks = pgTable(
  'secret_key_checks',
  (t) => ({
    id: smallint('id').primaryKey().default(1),
    value: t.text('value').notNull(),
    createdAt: createdAt(),
  }),
  (table) => [check('secret_key_checks_single_row', sql`${table.id} = 1`)],
);
