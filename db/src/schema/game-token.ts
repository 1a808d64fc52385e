import { index, pgTable } from 'drizzle-orm/pg-core';
import { apiTokens } from './account';
import { gameId } from './game';
import { participations } from './participation';

/**
 * Tokens of one game: of its staff, as long as their maker organises it, or of a player, as long as they play in the team.
 * A trigger deletes a token together with its row here, without which it would count as one of the platform.
 */
export const gameTokens = pgTable(
  'game_tokens',
  (t) => ({
    tokenId: t
      .uuid('token_id')
      .primaryKey()
      .references(() => apiTokens.id, { onDelete: 'cascade' }),
    gameId: gameId(),
    /** Of the team that a player's token plays for; null for tokens of staff. */
    participationId: t.integer('participation_id').references(() => participations.id, { onDelete: 'cascade' }),
  }),
  (table) => [
    index('game_tokens_game_id_idx').on(table.gameId),
    index('game_tokens_participation_id_idx').on(table.participationId),
  ],
);
