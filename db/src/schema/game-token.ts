import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { apiTokens } from './account';
import { games } from './game';

/** Tokens that open the calls of one game's staff alone, as long as their maker organises it. */
export const gameTokens = pgTable(
  'game_tokens',
  {
    tokenId: uuid('token_id')
      .primaryKey()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
  },
  (table) => [index('game_tokens_game_id_idx').on(table.gameId)],
);
