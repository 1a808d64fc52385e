import { pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns';

/** Settings an administrator changes at run time, by key such as `containerPolicy.defaultLifetime`; values are JSON. */
export const configEntries = pgTable('config_entries', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  updatedAt: updatedAt(),
});

export type ConfigEntryRow = typeof configEntries.$inferSelect;
