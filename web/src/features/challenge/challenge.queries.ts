import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { routeQuery } from '../../api/route-query';

/** A challenge as the team sees it. The first request assigns the team its attachment or flag. */
export const challengeQuery = (gameId: number, challengeId: number) => ({
  ...routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } }),
  staleTime: 60_000,
});
