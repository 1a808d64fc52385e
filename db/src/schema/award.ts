import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { challenges } from './challenge';
import { createdAt, id, inGame, instant } from './columns';
import { participations } from './participation';

export const awardConstraints = { externalOnce: 'awards_external_id_key', hintOnce: 'awards_hint_key' } as const;

/** Points that staff gave or took, and prices of hints. Rows are only added, and taken back once. */
export const awards = pgTable(
  'awards',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    participationId: t.integer('participation_id').notNull(),
    points: t.integer('points').notNull(),
    reason: t.varchar('reason', { length: 200 }).notNull(),
    label: t.varchar('label', { length: 32 }),
    /** When the points count. */
    awardedAt: instant('awarded_at').notNull(),
    /** The feed's own number, which makes a repeated delivery the same award. */
    externalId: t.varchar('external_id', { length: 64 }),
    /** Of the hint that the team took: it stays taken when the award is taken back. */
    challengeId: t.integer('challenge_id').references(() => challenges.id, { onDelete: 'set null' }),
    hintId: t.integer('hint_id'),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    reversedAt: instant('reversed_at'),
    reversedById: t.uuid('reversed_by_id').references(() => accounts.id, { onDelete: 'set null' }),
  }),
  (table) => [
    inGame('awards_participation_fkey', [table.participationId, table.gameId], participations),
    uniqueIndex(awardConstraints.externalOnce)
      .on(table.gameId, table.externalId)
      .where(sql`${table.externalId} is not null`),
    uniqueIndex(awardConstraints.hintOnce)
      .on(table.participationId, table.challengeId, table.hintId)
      .where(sql`${table.hintId} is not null`),
    index('awards_challenge_id_idx').on(table.challengeId),
    index('awards_game_id_idx').on(table.gameId, table.id),
    index('awards_participation_id_idx').on(table.participationId),
    index('awards_account_id_idx').on(table.accountId),
    index('awards_reversed_by_id_idx').on(table.reversedById),
    check('awards_points_check', sql`${table.points} <> 0`),
    check('awards_known_check', sql`${table.awardedAt} <= ${table.createdAt}`),
  ],
);

export type AwardRow = typeof awards.$inferSelect;
export type NewAwardRow = typeof awards.$inferInsert;
