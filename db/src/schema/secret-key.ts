import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/** One row, derived one way from the SECRET_KEY that this database was written with. */
export const secretKeyChecks = pgTable(
  'secret_key_checks',
  {
    id: smallint('id').primaryKey().default(1),
    value: text('value').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('secret_key_checks_single_row', sql`${table.id} = 1`)],
);
