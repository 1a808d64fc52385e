import { sql } from 'drizzle-orm';
import { bigint, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import type { Tx } from '../index';
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

/** Storing and deleting the same content wait for each other, else a row could be left without its content. */
export async function lockFile(tx: Tx, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file:${hash}`}, 0))`);
}
