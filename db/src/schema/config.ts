import { pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns';
import { files } from './file';

/** Settings an administrator changes at run time, by key such as `containerPolicy.defaultLifetime`; values are JSON. */
export const configEntries = pgTable('config_entries', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  /** The file that the value names; the foreign key keeps it from being deleted. */
  fileHash: varchar('file_hash', { length: 64 }).references(() => files.hash),
  updatedAt: updatedAt(),
});

export type ConfigEntryRow = typeof configEntries.$inferSelect;
