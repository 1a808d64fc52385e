import { useMutation, useQueryClient } from '@tanstack/react-query';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export const divisionsQuery = (id: number) => routeQuery(divisionEndpoints.list, { params: { id } });
export const gameQuery = (id: number) => routeQuery(gameEditEndpoints.get, { params: { id } });
export const challengesQuery = (id: number) => routeQuery(challengeEditEndpoints.list, { params: { id } });

const useRefresh = (id: number) =>
  useInvalidate(divisionsQuery(id).queryKey, routeKey(gameEndpoints.get, { params: { id } }));

export type DivisionChange = InputOf<typeof divisionEndpoints.update>['body'];

/** Creates a division if there is no id, else updates it. */
export const useSaveDivision = (id: number) =>
  useChange(
    ({ divisionId, body }: { divisionId?: number; body: DivisionChange }) =>
      divisionId === undefined
        ? call(divisionEndpoints.create, { params: { id }, body: { ...body, name: body.name ?? '' } })
        : call(divisionEndpoints.update, { params: { id, divisionId }, body }),
    useRefresh(id),
    'success',
  );

export function useDeleteDivision(id: number) {
  const queryClient = useQueryClient();
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (divisionId: number) => call(divisionEndpoints.delete, { params: { id, divisionId } }),
    onSuccess: () =>
      Promise.all([
        refresh(),
        // Its teams have no division now.
        queryClient.invalidateQueries({ queryKey: routeKey(reviewEndpoints.list, { params: { id } }) }),
      ]),
  });
}
