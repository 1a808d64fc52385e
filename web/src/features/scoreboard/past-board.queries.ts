import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { call } from '../../api/call';

/** The scoreboard that everyone saw at a freeze, Unix milliseconds: without re-judgings of later. */
export const shownBoardQuery = (gameId: number, freeze: number) =>
  queryOptions({
    queryKey: ['shown scoreboard', gameId, freeze] as const,
    queryFn: ({ signal }: QueryFunctionContext) =>
      call(scoreboardEndpoints.get, { params: { id: gameId }, query: { knownAt: freeze } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The scoreboard at `asOf` (Unix milliseconds); the previous one stays visible while loading. */
export const pastBoardQuery = (gameId: number, asOf: number) =>
  queryOptions({
    // Not a prefix of the newest scoreboard's key, whose invalidation would refetch past scoreboards.
    queryKey: ['past scoreboard', gameId, asOf] as const,
    queryFn: ({ signal }: QueryFunctionContext) =>
      call(scoreboardEndpoints.get, { params: { id: gameId }, query: { asOf } }, { signal }),
    placeholderData: (shown, query) => (query?.queryKey[1] === gameId ? shown : undefined),
    staleTime: 60_000,
    // Each is a whole scoreboard, and moving the slider fetches many.
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
