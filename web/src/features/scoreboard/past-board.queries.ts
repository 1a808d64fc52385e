import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { call } from '../../api/call';

/** The board as it stood at `asOf` (Unix milliseconds); the one that was shown before stays until it is there. */
export const pastBoardQuery = (gameId: number, asOf: number) =>
  queryOptions({
    // Apart from the newest board, whose key means all that begin like it when it is fetched anew.
    queryKey: ['past scoreboard', gameId, asOf] as const,
    queryFn: ({ signal }: QueryFunctionContext) =>
      call(scoreboardEndpoints.get, { params: { id: gameId }, query: { asOf } }, { signal }),
    placeholderData: (shown, query) => (query?.queryKey[1] === gameId ? shown : undefined),
    staleTime: 60_000,
    // A whole board each, and somebody who goes through a game sees many.
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });
