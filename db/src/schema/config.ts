import { pgTable } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns';
import { files } from './file';

export const configEntries = pgTable('config_entries', (t) => ({
  key: t.text('key').primaryKey(),
  value: t.text('value').notNull(),
  /** The foreign key keeps a file named by the value from being deleted. */
  fileHash: t.varchar('file_hash', { length: 64 }).references(() => files.hash),
  updatedAt: updatedAt(),
}));

export type ConfigEntryRow = typeof configEntries.$inferSelect;
