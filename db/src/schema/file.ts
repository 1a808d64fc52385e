import { bigint, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/** A stored file, named by the SHA-256 of its content. Whatever uses it points here by foreign key. */
export const files = pgTable('files', {
  hash: varchar('hash', { length: 64 }).primaryKey(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull().default('application/octet-stream'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  /** When its content was last stored; what nothing uses is deleted some time after it. */
  createdAt: createdAt(),
});

export type FileRow = typeof files.$inferSelect;
