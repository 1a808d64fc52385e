import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { BasicGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useOnLive } from '../../live/use-live';

const pageSize = 50;
/** Games that are fetched at most: older ones are past what one looks for in a list. */
const gamesMax = 500;
/** A change reaches everybody at the same moment; nobody needs it that fast. */
const spreadMs = 1500;

/** A game and the caller's place in it. A review that no message tells of is looked up now and then. */
export const gameQuery = (id: number) => ({
  ...routeQuery(gameEndpoints.get, { params: { id } }),
  staleTime: 60_000,
});

/** All public games, newest start first; the list is searched and filtered here, because the call knows no filters. */
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
      // A game that is made between two calls moves another onto the next page as well.
      return [...new Map(games.map((game) => [game.id, game])).values()];
    },
  });

/** In which of these games one takes part, by the game's id, and with which team. */
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

/** Takes in what the game's live messages say about the game and about one's own place in it. */
export function useGameMessages(gameId: number): void {
  const client = useQueryClient();
  const { queryKey } = gameQuery(gameId);
  const detailsKey = routeKey(challengeEndpoints.details, { params: { id: gameId } });

  useOnLive(gameId, 'GameChanged', () => {
    setTimeout(() => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: detailsKey });
    }, Math.random() * spreadMs);
  });
  useOnLive(gameId, 'ParticipationChanged', ({ status }) => {
    client.setQueryData(queryKey, (game) => game && { ...game, status });
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: detailsKey });
  });
}
