import { useQuery, useQueryClient } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { pauseEndpoints } from '@vexil/contract/pause.endpoints';
import { call, type InputOf, type ReplyOf } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';

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
  useChange((body: NewPause) => call(pauseEndpoints.pause, { params: { id }, body }), useRefresh());

export const useResume = (id: number) => useChange(() => call(pauseEndpoints.resume, { params: { id } }), useRefresh());

export const usePauseAll = () => useChange((body: NewPause) => call(pauseEndpoints.pauseAll, { body }), useRefresh());

export const useResumeAll = () => useChange(() => call(pauseEndpoints.resumeAll, {}), useRefresh());
