import type { QueryClient } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { routeQuery } from '../api/route-query';

/** What the account has to do with its games; for signed-in accounts. Ranks change with every solve. */
export const ownGamesQuery = () => ({ ...routeQuery(gameEndpoints.mine), staleTime: 10_000 });

/** After a change of the account's teams, participations or writeups. */
export const refetchOwnGames = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ownGamesQuery().queryKey });
