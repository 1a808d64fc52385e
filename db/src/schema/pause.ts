import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { id, instant } from './columns';
import { gameId } from './game';

/** When games stood still, and so by how much their times were moved. Rows are only added, and ended once. */
export const pauses = pgTable(
  'pauses',
  (t) => ({
    id: id(),
    gameId: gameId(),
    reason: t.varchar('reason', { length: 500 }).notNull(),
    hideStatements: t.boolean('hide_statements').notNull(),
    stopInstances: t.boolean('stop_instances').notNull(),
    pausedAt: instant('paused_at').notNull(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Null as long as the game is paused. */
    resumedAt: instant('resumed_at'),
    resumedById: t.uuid('resumed_by_id').references(() => accounts.id, { onDelete: 'set null' }),
  }),
  (table) => [
    uniqueIndex('pauses_open_key').on(table.gameId).where(sql`${table.resumedAt} is null`),
    index('pauses_game_id_idx').on(table.gameId, table.id),
    index('pauses_account_id_idx').on(table.accountId),
    index('pauses_resumed_by_id_idx').on(table.resumedById),
    check('pauses_period_check', sql`${table.resumedAt} >= ${table.pausedAt}`),
  ],
);

export type PauseRow = typeof pauses.$inferSelect;
