import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

/** A challenge as the team sees it. The first request assigns the team its attachment or flag. */
export const challengeQuery = (gameId: number, challengeId: number) => ({
  ...routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } }),
  staleTime: 60_000,
});

/** The challenges as teams of a division read them, for staff. */
export const previewQuery = (gameId: number, division: number | undefined) => ({
  ...routeQuery(challengeEndpoints.preview, {
    params: { id: gameId },
    query: division === undefined ? {} : { division },
  }),
  staleTime: 60_000,
  placeholderData: keepPreviousData,
});

/** Takes a hint for the team, and shows it. */
export function useTakeHint(gameId: number, challengeId: number) {
  const queryClient = useQueryClient();
  return async (hintId: number) => {
    await call(challengeEndpoints.takeHint, { params: { id: gameId, challengeId, hintId } });
    await queryClient.invalidateQueries({ queryKey: challengeQuery(gameId, challengeId).queryKey });
  };
}
