import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { pauseEndpoints } from '@vexil/contract/pause.endpoints';
import { call, type InputOf, type ReplyOf } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export type Pause = ReplyOf<typeof pauseEndpoints.list>['data'][number];
export type NewPause = InputOf<typeof pauseEndpoints.pause>['body'];

export const gameQuery = (id: number) => routeQuery(gameEditEndpoints.get, { params: { id } });

export const usePauses = (id: number) => useQuery(routeQuery(pauseEndpoints.list, { params: { id }, query: {} }));

/** Refetches what shows whether a game is paused. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [gameEditEndpoints.get, gameEditEndpoints.list, gameEndpoints.get, pauseEndpoints.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: routeKey(endpoint) }),
      ),
    );
}

export const usePause = (id: number) =>
  useMutation({
    mutationFn: (body: NewPause) => call(pauseEndpoints.pause, { params: { id }, body }),
    onSuccess: useRefresh(),
  });

export const useResume = (id: number) =>
  useMutation({ mutationFn: () => call(pauseEndpoints.resume, { params: { id } }), onSuccess: useRefresh() });

export const usePauseAll = () =>
  useMutation({ mutationFn: (body: NewPause) => call(pauseEndpoints.pauseAll, { body }), onSuccess: useRefresh() });

export const useResumeAll = () =>
  useMutation({ mutationFn: () => call(pauseEndpoints.resumeAll, {}), onSuccess: useRefresh() });
