import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { type GameInfo, gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import type { CallInput } from '@vexil/contract/route';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

const pageSize = 100;

/** Every game one may edit, newest first. */
export const gamesQuery = () =>
  queryOptions({
    queryKey: routeKey(gameEditRoutes.list),
    queryFn: async ({ signal }): Promise<GameInfo[]> => {
      const games: GameInfo[] = [];
      for (;;) {
        const query = { count: pageSize, skip: games.length };
        const { data, total } = await call(gameEditRoutes.list, { query }, { signal });
        games.push(...data);
        if (data.length === 0 || games.length >= total) return games;
      }
    },
  });

export const gameQuery = (id: number) => routeQuery(gameEditRoutes.get, { params: { id } });

type GameChange = CallInput<typeof gameEditRoutes.update>['body'];

/** Puts a game as the server has just given it where pages look for it. */
function useSettleGame() {
  const queryClient = useQueryClient();
  return async (game: GameInfo) => {
    queryClient.setQueryData(gameQuery(game.id).queryKey, game);
    queryClient.setQueryData(gamesQuery().queryKey, (games) =>
      games?.map((known) => (known.id === game.id ? game : known)),
    );
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.get, { params: { id: game.id } }) }),
      queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.list) }),
      queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.recent) }),
    ]);
  };
}

export function useUpdateGame() {
  const settle = useSettleGame();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: GameChange }) =>
      call(gameEditRoutes.update, { params: { id }, body }),
    onSuccess: settle,
  });
}

/** Reveals a frozen board. */
export function useUnfreeze(id: number) {
  const settle = useSettleGame();
  return useMutation({ mutationFn: () => call(gameEditRoutes.unfreeze, { params: { id } }), onSuccess: settle });
}

export function useCreateGame() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof gameEditRoutes.create>['body']) => call(gameEditRoutes.create, { body }),
    onSuccess: async (game) => {
      queryClient.setQueryData(gameQuery(game.id).queryKey, game);
      await queryClient.invalidateQueries({ queryKey: gamesQuery().queryKey });
    },
  });
}

export function useDeleteGame() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(gameEditRoutes.delete, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(gamesQuery().queryKey, (games) => games?.filter((game) => game.id !== id));
      void queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.list) });
      void queryClient.invalidateQueries({ queryKey: routeKey(gameRoutes.recent) });
    },
  });
}

export function useUploadPoster(game: GameInfo, onProgress: (part: number) => void) {
  const settle = useSettleGame();
  return useMutation({
    mutationFn: (file: File) => call(gameEditRoutes.poster, { params: { id: game.id }, files: [file] }, { onProgress }),
    onSuccess: (poster) => settle({ ...game, poster }),
  });
}

export const useFlushScoreboard = (id: number) =>
  useMutation({ mutationFn: () => call(gameEditRoutes.flushScoreboard, { params: { id } }) });

/** What the checklist needs besides the game; undefined until all of it is there. */
export function useGameParts(id: number) {
  const challenges = useQuery(routeQuery(challengeEditRoutes.list, { params: { id } })).data;
  const divisions = useQuery(routeQuery(divisionRoutes.list, { params: { id } })).data;
  return challenges && divisions && { challenges: challenges.filter(({ isEnabled }) => isEnabled), divisions };
}
