import { queryOptions, useQueries } from '@tanstack/react-query';
import type { BasicGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

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

/** The account's team by game id. */
export function useOwnGames(ids: readonly number[], signedIn: boolean): Map<number, string> {
  return useQueries({
    queries: signedIn ? ids.map((id) => gameQuery(id)) : [],
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) =>
          data && data.status !== 'Unsubmitted' ? [[data.id, data.teamName ?? ''] as const] : [],
        ),
      ),
  });
}
