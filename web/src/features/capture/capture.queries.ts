import { useMutation, useQueryClient } from '@tanstack/react-query';
import { captureEndpoints } from '@vexil/contract/capture.endpoints';
import { isError } from '../../api/api-error';
import { addressOf, call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

/** No live message reports new captures. */
const pollMs = 30_000;
const openPollMs = 3000;

export const capturedChallengesQuery = (id: number) => ({
  ...routeQuery(captureEndpoints.challenges, { params: { id } }),
  refetchInterval: pollMs,
});

/** A challenge of which nothing is stored has no folder, and the server refuses it. */
export const capturedTeamsQuery = (challengeId: number) => {
  const query = routeQuery(captureEndpoints.teams, { params: { challengeId } });
  return {
    queryKey: query.queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      try {
        return await call(captureEndpoints.teams, { params: { challengeId } }, { signal });
      } catch (error) {
        if (isError(error, 'capture.notFound')) return [];
        throw error;
      }
    },
    refetchInterval: pollMs,
  };
};

export const capturesQuery = (challengeId: number, partId: number) => ({
  ...routeQuery(captureEndpoints.files, { params: { challengeId, partId } }),
  refetchInterval: ({ state }: { state: { data?: readonly { isOpen: boolean }[] } }) =>
    state.data?.some(({ isOpen }) => isOpen) ? openPollMs : pollMs,
});

export type Folder = { gameId: number; challengeId: number; partId: number };

export const fileAddress = ({ challengeId, partId }: Omit<Folder, 'gameId'>, filename: string): string =>
  addressOf(captureEndpoints.download, { params: { challengeId, partId, filename } });

export const archiveAddress = ({ challengeId, partId }: Folder): string =>
  addressOf(captureEndpoints.downloadAll, { params: { challengeId, partId } });

/** Deletes one file of a folder, or all of them. */
export function useDeleteCaptures({ gameId, challengeId, partId }: Folder) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filename?: string) =>
      filename === undefined
        ? call(captureEndpoints.deleteAll, { params: { challengeId, partId } })
        : call(captureEndpoints.delete, { params: { challengeId, partId, filename } }),
    onSuccess: () =>
      Promise.all(
        [
          capturesQuery(challengeId, partId).queryKey,
          capturedTeamsQuery(challengeId).queryKey,
          capturedChallengesQuery(gameId).queryKey,
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
