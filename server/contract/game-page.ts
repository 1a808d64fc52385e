import { z } from 'zod';
import { OwnProfile } from './account';
import { GameDetails } from './challenge';
import { ContainerChanged } from './container';
import { DetailedGame } from './game';
import { gamePageEndpoints } from './game-page.endpoints';
import { defineRoutes } from './route';
import { GameParams } from './wire';

const orRefused = 'Null where its own call is refused';

/** Each member is what the call of its own replies. */
export const GamePage = z.object({
  profile: OwnProfile.describe('Of the caller'),
  game: DetailedGame,
  details: GameDetails.nullable().describe(orRefused),
  instances: z.array(ContainerChanged).nullable().describe(orRefused),
});
export type GamePage = z.infer<typeof GamePage>;

export const gamePageRoutes = defineRoutes(gamePageEndpoints, { access: 'User', scope: null })({
  get: {
    summary: "What the first page of a game asks for: one's profile, the game, its details and one's instances",
    // It reads what three scopes are for.
    params: GameParams,
    reply: GamePage,
  },
});
