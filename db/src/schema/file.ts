import { sql } from 'drizzle-orm';
import { bigint, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import type { Tx } from '../index';
import { createdAt } from './columns';

export const files = pgTable('files', {
  hash: varchar('hash', { length: 64 }).primaryKey(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull().default('application/octet-stream'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
});

export type FileRow = typeof files.$inferSelect;

/** Serialises storing and deleting the same content, else a row could lose its content. */
export async function lockFile(tx: Tx, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file:${hash}`}, 0))`);
}
