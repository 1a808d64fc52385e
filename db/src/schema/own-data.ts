import { pgTable } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { instant } from './columns';

/** Archives of what is stored about an account; the content is an object of the storage. */
export const accountExports = pgTable('account_exports', (t) => ({
  accountId: t
    .uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  requestedAt: instant('requested_at').notNull(),
  /** Of the mail that says that it is ready. */
  language: t.varchar('language', { length: 16 }).notNull(),
  /** Null where no mail is sent. */
  origin: t.varchar('origin', { length: 512 }),
  mailedAt: instant('mailed_at'),
  /** Null until a worker has made it. */
  finishedAt: instant('finished_at'),
  sizeBytes: t.bigint('size_bytes', { mode: 'number' }),
}));

export type AccountExportRow = typeof accountExports.$inferSelect;

/** Accounts that are erased unless their owners change their minds. The row stays: it says when. */
export const accountErasures = pgTable('account_erasures', (t) => ({
  accountId: t
    .uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  requestedAt: instant('requested_at').notNull(),
  dueAt: instant('due_at').notNull(),
  erasedAt: instant('erased_at'),
}));

export type AccountErasureRow = typeof accountErasures.$inferSelect;
