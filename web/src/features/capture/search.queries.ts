import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaptureMatch, CaptureSearch, CaptureSearchDetail } from '@vexil/contract/capture-search';
import { captureSearchEndpoints } from '@vexil/contract/capture-search.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type { CaptureMatch, CaptureSearch, CaptureSearchDetail };
export type NewSearch = InputOf<typeof captureSearchEndpoints.create>['body'];

const runningPollMs = 1000;

export const isRunning = ({ state }: Pick<CaptureSearch, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

export const searchesQuery = (id: number) => ({
  ...routeQuery(captureSearchEndpoints.list, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: readonly CaptureSearch[] } }) =>
    state.data?.some(isRunning) ? runningPollMs : (false as const),
});

export const searchQuery = (id: number, searchId: string) => ({
  ...routeQuery(captureSearchEndpoints.get, { params: { id, searchId } }),
  refetchInterval: ({ state }: { state: { data?: CaptureSearchDetail } }) =>
    state.data && isRunning(state.data) ? runningPollMs : (false as const),
});

/** Of every search: they have no matches in deleted files. */
export const matchesKey = routeKey(captureSearchEndpoints.get);

export const useCreateSearch = (id: number) =>
  useChange(
    (body: NewSearch) => call(captureSearchEndpoints.create, { params: { id }, body }),
    useInvalidate(searchesQuery(id).queryKey),
  );

export function useRemoveSearch(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (searchId: string) => call(captureSearchEndpoints.remove, { params: { id, searchId } }),
    onSuccess: (_reply, searchId) => {
      client.removeQueries({ queryKey: searchQuery(id, searchId).queryKey });
      return client.invalidateQueries({ queryKey: searchesQuery(id).queryKey });
    },
  });
}
