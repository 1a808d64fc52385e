import { useQueries } from '@tanstack/react-query';
import type { BasicGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { routeQuery } from '../../api/route-query';

const recentCount = 7;

export const recentGamesQuery = () => ({
  ...routeQuery(gameEndpoints.recent, { query: { limit: recentCount } }),
  staleTime: 60_000,
});

/** The account's team name by game id. */
export function useOwnTeams(games: BasicGame[], signedIn: boolean): Map<number, string> {
  return useQueries({
    queries: signedIn
      ? games.map((game) => ({ ...routeQuery(gameEndpoints.get, { params: { id: game.id } }), staleTime: 60_000 }))
      : [],
    combine: (results) => {
      const teams = new Map<number, string>();
      for (const { data } of results) {
        if (data && data.status !== 'Unsubmitted' && data.teamName) teams.set(data.id, data.teamName);
      }
      return teams;
    },
  });
}
