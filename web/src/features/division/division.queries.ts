import { useMutation, useQueryClient } from '@tanstack/react-query';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { participationRoutes } from '@vexil/contract/participation';
import type { CallInput } from '@vexil/contract/route';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export const divisionsQuery = (id: number) => routeQuery(divisionRoutes.list, { params: { id } });
export const gameQuery = (id: number) => routeQuery(gameEditRoutes.get, { params: { id } });
export const challengesQuery = (id: number) => routeQuery(challengeEditRoutes.list, { params: { id } });

function useRefresh(id: number) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: divisionsQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.get, { params: { id } }) }),
    ]);
}

export type DivisionChange = CallInput<typeof divisionRoutes.update>['body'];

/** Adds a division where there is no id, else changes it. */
export function useSaveDivision(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: ({ divisionId, body }: { divisionId?: number; body: DivisionChange }) =>
      divisionId === undefined
        ? call(divisionRoutes.create, { params: { id }, body: { ...body, name: body.name ?? '' } })
        : call(divisionRoutes.update, { params: { id, divisionId }, body }),
    onSuccess: refresh,
  });
}

export function useDeleteDivision(id: number) {
  const queryClient = useQueryClient();
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (divisionId: number) => call(divisionRoutes.delete, { params: { id, divisionId } }),
    onSuccess: () =>
      Promise.all([
        refresh(),
        // Its teams are without division now.
        queryClient.invalidateQueries({ queryKey: routeKey(participationRoutes.list, { params: { id } }) }),
      ]),
  });
}
