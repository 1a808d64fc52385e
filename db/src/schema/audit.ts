import { index, pgTable } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { createdAt } from './columns';

/** Never holds a secret. */
export const auditEntries = pgTable(
  'audit_entries',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** No foreign key: the entry about a deleted game outlives it. */
    gameId: t.integer('game_id'),
    action: t.varchar('action', { length: 64 }).notNull(),
    target: t.text('target').notNull(),
    before: t.jsonb('before').$type<Record<string, unknown>>(),
    after: t.jsonb('after').$type<Record<string, unknown>>(),
    ip: t.varchar('ip', { length: 45 }),
    createdAt: createdAt(),
  }),
  (table) => [
    index('audit_entries_game_id_idx').on(table.gameId, table.id),
    index('audit_entries_account_id_idx').on(table.accountId),
  ],
);

export type AuditEntryRow = typeof auditEntries.$inferSelect;
