import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { apiTokens } from './account';
import { games } from './game';
import { participations } from './participation';

/**
 * Tokens of one game: of its staff, as long as their maker organises it, or of a player, as long as they play in the team.
 * A trigger deletes a token together with its row here, without which it would count as one of the platform.
 */
export const gameTokens = pgTable(
  'game_tokens',
  {
    tokenId: uuid('token_id')
      .primaryKey()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    /** Of the team that a player's token plays for; null for tokens of staff. */
    participationId: integer('participation_id').references(() => participations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('game_tokens_game_id_idx').on(table.gameId),
    index('game_tokens_participation_id_idx').on(table.participationId),
  ],
);
