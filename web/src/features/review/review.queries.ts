import { useMutation, useQueryClient } from '@tanstack/react-query';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

/** No live message reports new participations, so the list is polled. */
const pollMs = 20_000;

export const participationsQuery = (id: number) => ({
  ...routeQuery(reviewEndpoints.list, { params: { id } }),
  refetchInterval: pollMs,
});
export const divisionsQuery = (id: number) => routeQuery(divisionEndpoints.list, { params: { id } });

export type ParticipationChange = InputOf<typeof reviewEndpoints.update>['body'];

/** Predicts a participation after an update; a rejected team leaves its division. */
function changed(participation: ParticipationInfo, change: ParticipationChange): ParticipationInfo {
  const next = { ...participation };
  if (change.divisionId !== undefined) next.divisionId = change.divisionId;
  if (change.status) next.status = change.status;
  if (change.status === 'Rejected') next.divisionId = null;
  return next;
}

export function useUpdateParticipation(gameId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = participationsQuery(gameId);
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: ParticipationChange }) =>
      call(reviewEndpoints.update, { params: { id }, body: change }),
    onSuccess: async (_, { id, change }) => {
      // A poll in flight could restore the old state.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (participations) =>
        participations?.map((each) => (each.id === id ? changed(each, change) : each)),
      );
      void queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.get, { params: { id: gameId } }) });
    },
  });
}
