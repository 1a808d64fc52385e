import { useQueries, useQuery } from '@tanstack/react-query';
import type { BasicGame, DetailedGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { serverNow } from '../../api/clock';
import { routeQuery } from '../../api/route-query';

const recentCount = 8;
/** Participation is asked per game, so only of those that matter now. */
const askedMax = 4;
/** A writeup may be due after the end. */
const askedAfterEndMs = 7 * 24 * 3_600_000;

export const recentGamesQuery = () => ({
  ...routeQuery(gameEndpoints.recent, { query: { limit: recentCount } }),
  staleTime: 60_000,
});

export const latestPostsQuery = () => ({ ...routeQuery(postEndpoints.latest), staleTime: 5 * 60_000 });

/** The account's teams; asked where it takes part in nothing yet. */
export const useHasTeam = (enabled: boolean): boolean | undefined => {
  const { data } = useQuery({ ...routeQuery(teamEndpoints.list), enabled });
  return data && data.length > 0;
};

/** What the account has to do with the games that matter now, by game id; undefined until all of it is known. */
export function useOwnGames(games: BasicGame[], signedIn: boolean): ReadonlyMap<number, DetailedGame> | undefined {
  const now = serverNow();
  const asked = signedIn ? games.filter(({ end }) => end > now - askedAfterEndMs).slice(0, askedMax) : [];
  return useQueries({
    queries: asked.map(({ id }) => ({ ...routeQuery(gameEndpoints.get, { params: { id } }), staleTime: 60_000 })),
    combine: (results) =>
      results.some(({ isPending }) => isPending)
        ? undefined
        : new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

export const isOwn = (game: DetailedGame | undefined): boolean =>
  game !== undefined && game.status !== 'Unsubmitted' && game.teamName !== null;
