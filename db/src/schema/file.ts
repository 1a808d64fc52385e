import { pgTable } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

export const files = pgTable('files', (t) => ({
  hash: t.varchar('hash', { length: 64 }).primaryKey(),
  name: t.text('name').notNull(),
  contentType: t.text('content_type').notNull().default('application/octet-stream'),
  sizeBytes: t.bigint('size_bytes', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
}));

export type FileRow = typeof files.$inferSelect;
