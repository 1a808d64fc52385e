import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import type { Upload } from '../../ui/UploadDrop';

const pageSize = 100;

export const gamesQuery = () =>
  queryOptions({
    queryKey: routeKey(gameEditEndpoints.list),
    queryFn: async ({ signal }): Promise<GameInfo[]> => {
      const games: GameInfo[] = [];
      for (;;) {
        const query = { count: pageSize, skip: games.length };
        const { data, total } = await call(gameEditEndpoints.list, { query }, { signal });
        games.push(...data);
        if (data.length === 0 || games.length >= total) return games;
      }
    },
  });

export const gameQuery = (id: number) => routeQuery(gameEditEndpoints.get, { params: { id } });
export const hashSaltQuery = (id: number) => routeQuery(gameEditEndpoints.hashSalt, { params: { id } });

/** The newest reports of what was removed as the game keeps it no longer. */
export const removedQuery = (id: number) =>
  routeQuery(auditEndpoints.game, { params: { id }, query: { action: 'game.removeExpired', count: 5 } });

type GameChange = InputOf<typeof gameEditEndpoints.update>['body'];

/** Updates all cached copies of a game from the server's reply. */
function useSettleGame() {
  const queryClient = useQueryClient();
  return async (game: GameInfo) => {
    queryClient.setQueryData(gameQuery(game.id).queryKey, game);
    queryClient.setQueryData(gamesQuery().queryKey, (games) =>
      games?.map((known) => (known.id === game.id ? game : known)),
    );
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.get, { params: { id: game.id } }) }),
      queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.list) }),
      queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.recent) }),
    ]);
  };
}

export function useUpdateGame() {
  const settle = useSettleGame();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: GameChange }) =>
      call(gameEditEndpoints.update, { params: { id }, body }),
    onSuccess: settle,
  });
}

export function useUnfreeze(id: number) {
  const settle = useSettleGame();
  return useMutation({ mutationFn: () => call(gameEditEndpoints.unfreeze, { params: { id } }), onSuccess: settle });
}

export function useCreateGame() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof gameEditEndpoints.create>['body']) => call(gameEditEndpoints.create, { body }),
    onSuccess: async (game) => {
      queryClient.setQueryData(gameQuery(game.id).queryKey, game);
      await queryClient.invalidateQueries({ queryKey: gamesQuery().queryKey });
    },
  });
}

export function useDeleteGame() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(gameEditEndpoints.delete, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(gamesQuery().queryKey, (games) => games?.filter((game) => game.id !== id));
      void queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.list) });
      void queryClient.invalidateQueries({ queryKey: routeKey(gameEndpoints.recent) });
    },
  });
}

export function useUploadPoster(game: GameInfo): Upload {
  const settle = useSettleGame();
  return async (file, onProgress) => {
    const input = { params: { id: game.id }, files: [file] };
    await settle({ ...game, poster: await call(gameEditEndpoints.poster, input, { onProgress }) });
  };
}

export const useFlushScoreboard = (id: number) =>
  useMutation({ mutationFn: () => call(gameEditEndpoints.flushScoreboard, { params: { id } }) });
