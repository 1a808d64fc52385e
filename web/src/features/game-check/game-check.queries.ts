import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gameCheckEndpoints } from '@vexil/contract/game-check.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useLanguage } from '../../i18n/use-text';

const pollMs = 1000;

/** The server says it in the language of the request. */
function useQueryOf(id: number) {
  const query = routeQuery(gameCheckEndpoints.get, { params: { id } });
  return { ...query, queryKey: [...query.queryKey, useLanguage()] };
}

/** Follows a check that runs. */
export const useGameCheck = (id: number, isShown: boolean) =>
  useQuery({
    ...useQueryOf(id),
    enabled: isShown,
    refetchInterval: ({ state: { data } }) => (data && data.finishedAt === null ? pollMs : false),
  });

export function useStartGameCheck(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = useQueryOf(id);
  return useMutation({
    mutationFn: () => call(gameCheckEndpoints.start, { params: { id } }),
    onSuccess: (check) => queryClient.setQueryData(queryKey, check),
  });
}
