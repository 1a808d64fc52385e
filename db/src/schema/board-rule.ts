import { index, pgEnum, pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

export const ruledTableEnum = pgEnum('ruled_table', [
  'games',
  'divisions',
  'division_challenges',
  'participations',
  'challenges',
]);

/**
 * History of the rules of boards: what a row of another table was from a moment on, of the columns that boards follow
 * from; null from its deletion on. Written by triggers, so that processes of earlier releases write it too.
 */
export const boardRules = pgTable(
  'board_rules',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    ofTable: ruledTableEnum('of_table').notNull(),
    /** Of the row; of `division_challenges` the division's, and `challengeId`. */
    rowId: t.integer('row_id').notNull(),
    challengeId: t.integer('challenge_id').notNull().default(0),
    since: instant('since').notNull(),
    values: t.jsonb('values').$type<Record<string, unknown>>(),
  }),
  (table) => [
    index('board_rules_game_idx').on(
      table.gameId,
      table.ofTable,
      table.rowId,
      table.challengeId,
      table.since,
      table.id,
    ),
  ],
);
