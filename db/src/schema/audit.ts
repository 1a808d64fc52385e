import { bigint, index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { createdAt } from './columns';

/** Never holds a secret. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** No foreign key: the entry about a deleted game outlives it. */
    gameId: integer('game_id'),
    action: varchar('action', { length: 64 }).notNull(),
    target: text('target').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    ip: varchar('ip', { length: 45 }),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_entries_game_id_idx').on(table.gameId, table.id),
    index('audit_entries_account_id_idx').on(table.accountId),
  ],
);

export type AuditEntryRow = typeof auditEntries.$inferSelect;
