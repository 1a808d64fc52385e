import { useMutation, useQueryClient } from '@tanstack/react-query';
import { challengeRoutes } from '@vexil/contract/challenge';
import { gameRoutes } from '@vexil/contract/game';
import { participationRoutes } from '@vexil/contract/participation';
import type { CallInput } from '@vexil/contract/route';
import { teamRoutes } from '@vexil/contract/team';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

type JoinBody = CallInput<typeof participationRoutes.join>['body'];

export const ownTeamsQuery = () => routeQuery(teamRoutes.list);

/** Which divisions one could join now, and where one's teams already are. */
export const joinCheckQuery = (gameId: number) => ({
  ...routeQuery(participationRoutes.check, { params: { id: gameId } }),
  staleTime: 0,
});

function useRefresh(gameId: number) {
  const client = useQueryClient();
  const params = { id: gameId };
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: routeKey(gameRoutes.get, { params }) }),
      client.invalidateQueries({ queryKey: routeKey(challengeRoutes.details, { params }) }),
      // Being accepted locks the team.
      client.invalidateQueries({ queryKey: routeKey(teamRoutes.list) }),
    ]);
}

/** Enters a game with a team; done when the page shows the new state. */
export function useJoin(gameId: number) {
  const refresh = useRefresh(gameId);
  return useMutation({
    mutationFn: async (body: JoinBody) => {
      await call(participationRoutes.join, { params: { id: gameId }, body });
      await refresh();
    },
  });
}

/** Takes oneself out of a game. Rejects with what the server says against it. */
export function useLeave(gameId: number): () => Promise<void> {
  const refresh = useRefresh(gameId);
  return async () => {
    await call(participationRoutes.leave, { params: { id: gameId } });
    await refresh();
  };
}
