import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FileRecord, TeamTraffic } from '@vexil/contract/capture';
import { captureEndpoints } from '@vexil/contract/capture.endpoints';
import { addressOf } from '@vexil/contract/request';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { matchesKey, searchesQuery } from './search.queries';

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

/** Deletes one file of a folder, or all of them. A folder without files is none, so nothing is asked about it any more. */
export function useDeleteCaptures({ gameId, challengeId, partId }: Folder, onEmptied: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filename?: string) =>
      filename === undefined
        ? call(captureEndpoints.deleteAll, { params: { challengeId, partId } })
        : call(captureEndpoints.delete, { params: { challengeId, partId, filename } }),
    onSuccess: (_reply, filename) => {
      const files = capturesQuery(challengeId, partId).queryKey;
      const teams = capturedTeamsQuery(challengeId).queryKey;
      const shown: QueryKey[] = [capturedChallengesQuery(gameId).queryKey, searchesQuery(gameId).queryKey, matchesKey];
      const left = client.getQueryData<FileRecord[]>(files)?.filter(({ fileName }) => fileName !== filename) ?? [];
      if (filename !== undefined && left.length > 0) shown.push(files, teams);
      else {
        client.setQueryData<TeamTraffic[]>(teams, (known) => known?.filter(({ id }) => id !== partId));
        onEmptied();
        client.removeQueries({ queryKey: files });
      }
      return Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
