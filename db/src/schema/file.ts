import { bigint, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

export const files = pgTable('files', {
  hash: varchar('hash', { length: 64 }).primaryKey(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull().default('application/octet-stream'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
});

export type FileRow = typeof files.$inferSelect;
