import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { createdAt, id } from './columns';
import { games } from './game';

/** Texts that were accepted, as they stood then. Never deleted: a consent names its text by the hash. */
export const consentTexts = pgTable('consent_texts', {
  /** SHA-256. */
  hash: varchar('hash', { length: 64 }).primaryKey(),
  text: text('text').notNull(),
});

/** Who accepted which text and when; only added. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Of its rules; null for the terms of the platform. */
    gameId: integer('game_id').references(() => games.id, { onDelete: 'cascade' }),
    hash: varchar('hash', { length: 64 })
      .notNull()
      .references(() => consentTexts.hash),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('consents_game_key').on(table.accountId, table.gameId, table.hash),
    uniqueIndex('consents_platform_key').on(table.accountId, table.hash).where(sql`${table.gameId} is null`),
    index('consents_game_id_idx').on(table.gameId),
  ],
);
