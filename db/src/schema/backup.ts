import { pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Backups that were completed; their places may have deleted them since. */
export const backups = pgTable('backups', (t) => ({
  id: id(),
  name: t.text('name').notNull(),
  /** Directory or bucket, without keys. */
  place: t.text('place').notNull(),
  /** Moment of the snapshot. */
  madeAt: instant('made_at').notNull(),
  finishedAt: instant('finished_at').notNull().defaultNow(),
  /** Of the archive, without files that are kept beside it. */
  sizeBytes: t.bigint('size_bytes', { mode: 'number' }).notNull(),
  /** Files that the storage lacked. */
  missingFiles: t.integer('missing_files').notNull(),
  verifiedAt: instant('verified_at'),
  /** What the verification found; 0 for a backup that can be relied on. */
  faults: t.integer('faults'),
}));

export type BackupRow = typeof backups.$inferSelect;
