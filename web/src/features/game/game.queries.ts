import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BasicGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { ownGamesQuery } from '../../live/own-games-query';

const pageSize = 50;
/** Upper limit of fetched games; older ones are not listed. */
const gamesMax = 500;

/** A game and the account's participation. Reviews without a live message are found by polling. */
export const gameQuery = (id: number) => ({
  ...routeQuery(gameEndpoints.get, { params: { id } }),
  staleTime: 60_000,
});

/** All public games, newest start first; filtered in the browser because the route has no filters. */
export const gamesQuery = () =>
  queryOptions({
    queryKey: [...routeKey(gameEndpoints.list), 'all'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<BasicGame[]> => {
      const page = (skip: number) => call(gameEndpoints.list, { query: { count: pageSize, skip } }, { signal });
      const first = await page(0);
      const skips: number[] = [];
      for (let skip = pageSize; skip < Math.min(first.total, gamesMax); skip += pageSize) skips.push(skip);
      const rest = await Promise.all(skips.map(page));
      const games = [first, ...rest].flatMap(({ data }) => data);
      // A game created between two requests can appear on both pages.
      return [...new Map(games.map((game) => [game.id, game])).values()];
    },
  });

/** The account's team by game id; `isPending` until it is known or cannot be. */
export function useOwnTeams(signedIn: boolean): { teams: Map<number, string>; isPending: boolean } {
  const { data, isLoading, failureCount } = useQuery({ ...ownGamesQuery(), enabled: signedIn });
  const teams = data?.games.flatMap(({ id, status, teamName }) =>
    status === 'Unsubmitted' ? [] : [[id, teamName ?? ''] as const],
  );
  return { teams: new Map(teams), isPending: isLoading && failureCount === 0 };
}
