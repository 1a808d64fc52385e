import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { assetRoutes } from '@vexil/contract/asset';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { participationRoutes } from '@vexil/contract/participation';
import type { CallInput } from '@vexil/contract/route';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

export const challengeQuery = (id: number, challengeId: number) =>
  routeQuery(challengeEditRoutes.get, { params: { id, challengeId } });

export type NewFlag = CallInput<typeof flagRoutes.add>['body'][number];

export function useAddFlags(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFlag[]) => call(flagRoutes.add, { params: { id, challengeId }, body }),
    onSuccess: () => refreshFlags(queryClient, id, challengeId),
  });
}

export function useDeleteFlag(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (flagId: number) => call(flagRoutes.delete, { params: { id, challengeId, flagId } }),
    onSuccess: () => refreshFlags(queryClient, id, challengeId),
  });
}

const listQuery = (id: number) => routeQuery(challengeEditRoutes.list, { params: { id } });

// The list counts the flags, and deleting the last one disables the challenge.
const refreshFlags = (queryClient: ReturnType<typeof useQueryClient>, id: number, challengeId: number) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: challengeQuery(id, challengeId).queryKey }),
    queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey }),
  ]);

export function useSaveTemplate(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { flagTemplate?: string }) =>
      call(challengeEditRoutes.update, { params: { id, challengeId }, body }),
    onSuccess: (challenge) => {
      queryClient.setQueryData(challengeQuery(id, challengeId).queryKey, challenge);
      void queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey });
    },
  });
}

/** Stores files under one name, so that no download gives away a flag; hashes in the order of the files. */
export async function storeFiles(files: File[], name: string, onProgress: (part: number) => void): Promise<string[]> {
  const stored = await call(assetRoutes.upload, { files, query: { filename: name } }, { onProgress });
  return stored.map(({ hash }) => hash);
}

/** How many teams may need a flag of their own; undefined while that is not known. */
export function useTeamCount(id: number): number | undefined {
  const { data } = useQuery(routeQuery(participationRoutes.list, { params: { id } }));
  return data?.filter(({ status }) => status === 'Accepted' || status === 'Pending').length;
}
