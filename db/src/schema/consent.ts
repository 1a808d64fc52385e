import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from './account';
import { createdAt, id } from './columns';
import { games } from './game';

/** Texts that were accepted, as they stood then. Never deleted: a consent names its text by the hash. */
export const consentTexts = pgTable('consent_texts', (t) => ({
  /** SHA-256. */
  hash: t.varchar('hash', { length: 64 }).primaryKey(),
  text: t.text('text').notNull(),
}));

/** Who accepted which text and when; only added. */
export const consents = pgTable(
  'consents',
  (t) => ({
    id: id(),
    accountId: accountId(),
    /** Of its rules; null for the terms of the platform. */
    gameId: t.integer('game_id').references(() => games.id, { onDelete: 'cascade' }),
    hash: t
      .varchar('hash', { length: 64 })
      .notNull()
      .references(() => consentTexts.hash),
    createdAt: createdAt(),
  }),
  (table) => [
    uniqueIndex('consents_game_key').on(table.accountId, table.gameId, table.hash),
    uniqueIndex('consents_platform_key').on(table.accountId, table.hash).where(sql`${table.gameId} is null`),
    index('consents_game_id_idx').on(table.gameId),
  ],
);
