import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Backups that were completed; their places may have deleted them since. */
export const backups = pgTable('backups', {
  id: id(),
  name: text('name').notNull(),
  /** Directory or bucket, without keys. */
  place: text('place').notNull(),
  /** Moment of the snapshot. */
  madeAt: instant('made_at').notNull(),
  finishedAt: instant('finished_at').notNull().defaultNow(),
  /** Of the archive, without files that are kept beside it. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  /** Files that the storage lacked. */
  missingFiles: integer('missing_files').notNull(),
  verifiedAt: instant('verified_at'),
  /** What the verification found; 0 for a backup that can be relied on. */
  faults: integer('faults'),
});

export type BackupRow = typeof backups.$inferSelect;
