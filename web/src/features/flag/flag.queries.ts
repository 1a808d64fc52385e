import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge.endpoints';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

export const challengeQuery = (id: number, challengeId: number) =>
  routeQuery(challengeEditEndpoints.get, { params: { id, challengeId } });

export type NewFlag = InputOf<typeof flagEndpoints.add>['body'][number];

export function useAddFlags(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFlag[]) => call(flagEndpoints.add, { params: { id, challengeId }, body }),
    onSuccess: () => refreshFlags(queryClient, id, challengeId),
  });
}

export function useDeleteFlag(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (flagId: number) => call(flagEndpoints.delete, { params: { id, challengeId, flagId } }),
    onSuccess: () => refreshFlags(queryClient, id, challengeId),
  });
}

const listQuery = (id: number) => routeQuery(challengeEditEndpoints.list, { params: { id } });

// The list shows the flag count, and deleting the last flag disables the challenge.
const refreshFlags = (queryClient: ReturnType<typeof useQueryClient>, id: number, challengeId: number) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: challengeQuery(id, challengeId).queryKey }),
    queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey }),
  ]);

export function useSaveTemplate(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { flagTemplate?: string }) =>
      call(challengeEditEndpoints.update, { params: { id, challengeId }, body }),
    onSuccess: (challenge) => {
      queryClient.setQueryData(challengeQuery(id, challengeId).queryKey, challenge);
      void queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey });
    },
  });
}

/** Stores all files under the same name, so that a download does not reveal the flag; returns hashes in file order. */
export async function storeFiles(files: File[], name: string, onProgress: (part: number) => void): Promise<string[]> {
  const stored = await call(assetEndpoints.upload, { files, query: { filename: name } }, { onProgress });
  return stored.map(({ hash }) => hash);
}

/** Number of teams that may need a flag; undefined until known. */
export function useTeamCount(id: number): number | undefined {
  const { data } = useQuery(routeQuery(participationEndpoints.list, { params: { id } }));
  return data?.filter(({ status }) => status === 'Accepted' || status === 'Pending').length;
}
