import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge-edit.endpoints';
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

/**
 * The calls of an upload. All files get the same name, so that a download does not reveal the flag; `refresh` shows their
 * flags.
 */
export function useFileUpload(id: number, challengeId: number, name: string) {
  const queryClient = useQueryClient();
  return {
    refresh: () => refreshFlags(queryClient, id, challengeId),
    store: async (files: File[], options: { signal: AbortSignal; onProgress: (part: number) => void }) => {
      const stored = await call(assetEndpoints.upload, { files, query: { filename: name } }, options);
      return stored.map(({ hash }) => hash);
    },
    bind: (body: InputOf<typeof flagEndpoints.bindFiles>['body']) =>
      call(flagEndpoints.bindFiles, { params: { id, challengeId }, body }),
  };
}
