import { useQueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { call } from '../../api/call';
import { routeKey } from '../../api/route-query';
import { refetchOwnGames } from '../../live/own-games-query';

/** What joining and leaving change. */
export function useRefresh(gameId: number) {
  const client = useQueryClient();
  const params = { id: gameId };
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: routeKey(gameEndpoints.get, { params }) }),
      client.invalidateQueries({ queryKey: routeKey(challengeEndpoints.details, { params }) }),
      refetchOwnGames(client),
      // Acceptance locks the team.
      client.invalidateQueries({ queryKey: routeKey(teamEndpoints.list) }),
    ]);
}

export function useLeave(gameId: number): () => Promise<void> {
  const refresh = useRefresh(gameId);
  return async () => {
    await call(participationEndpoints.leave, { params: { id: gameId } });
    await refresh();
  };
}
