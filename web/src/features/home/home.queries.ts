import { useQuery } from '@tanstack/react-query';
import type { OwnGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { routeQuery } from '../../api/route-query';
import { ownGamesQuery } from '../../live/own-games-query';

const recentCount = 8;

export const recentGamesQuery = () => ({
  ...routeQuery(gameEndpoints.recent, { query: { limit: recentCount } }),
  staleTime: 60_000,
});

export const latestPostsQuery = () => ({ ...routeQuery(postEndpoints.latest), staleTime: 5 * 60_000 });

/** What the account has to do with one game. */
export interface Own {
  /** undefined where it takes no part and is not on the staff. */
  game: OwnGame | undefined;
}

/** The account's games by id. */
export function useOwnGames(signedIn: boolean) {
  const { data, isLoading, failureCount } = useQuery({ ...ownGamesQuery(), enabled: signedIn });
  const games: ReadonlyMap<number, OwnGame> = new Map(data?.games.map((game) => [game.id, game]));
  /** undefined while nothing is known. */
  const ownOf = (id: number): Own | undefined => data && { game: games.get(id) };
  // Without it the page still says what there is.
  return { games, ownOf, isPending: isLoading && failureCount === 0 };
}

export const isOwn = (game: OwnGame | undefined): game is OwnGame & { teamName: string } =>
  game !== undefined && game.status !== 'Unsubmitted' && game.teamName !== null;
