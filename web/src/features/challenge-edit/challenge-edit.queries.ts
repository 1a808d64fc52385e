import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assetRoutes } from '@vexil/contract/asset';
import { type ChallengeEdit, challengeEditRoutes, challengeRoutes } from '@vexil/contract/challenge';
import { testContainerRoutes } from '@vexil/contract/container';
import { gameEditRoutes } from '@vexil/contract/game';
import type { CallInput } from '@vexil/contract/route';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export const gameQuery = (id: number) => routeQuery(gameEditRoutes.get, { params: { id } });
export const challengesQuery = (id: number) => routeQuery(challengeEditRoutes.list, { params: { id } });

/** While a test instance is there, its state is asked for again: no live message tells it. */
const testPollMs = 10_000;

export const challengeQuery = (id: number, challengeId: number) => ({
  ...routeQuery(challengeEditRoutes.get, { params: { id, challengeId } }),
  refetchInterval: ({ state }: { state: { data?: ChallengeEdit } }) => (state.data?.testContainer ? testPollMs : false),
});

export type ChallengeChange = CallInput<typeof challengeEditRoutes.update>['body'];

function useSettleChallenge(id: number) {
  const queryClient = useQueryClient();
  return async (challenge: ChallengeEdit) => {
    queryClient.setQueryData(challengeQuery(id, challenge.id).queryKey, challenge);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: challengesQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: routeKey(challengeRoutes.details, { params: { id } }) }),
      queryClient.invalidateQueries({
        queryKey: routeKey(challengeRoutes.get, { params: { id, challengeId: challenge.id } }),
      }),
    ]);
  };
}

export function useUpdateChallenge(id: number) {
  const settle = useSettleChallenge(id);
  return useMutation({
    mutationFn: ({ challengeId, body }: { challengeId: number; body: ChallengeChange }) =>
      call(challengeEditRoutes.update, { params: { id, challengeId }, body }),
    onSuccess: settle,
  });
}

export function useCreateChallenge(id: number) {
  const settle = useSettleChallenge(id);
  return useMutation({
    mutationFn: (body: CallInput<typeof challengeEditRoutes.create>['body']) =>
      call(challengeEditRoutes.create, { params: { id }, body }),
    onSuccess: settle,
  });
}

export function useDeleteChallenge(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (challengeId: number) => call(challengeEditRoutes.delete, { params: { id, challengeId } }),
    onSuccess: (_, challengeId) => {
      queryClient.setQueryData(challengesQuery(id).queryKey, (challenges) =>
        challenges?.filter((challenge) => challenge.id !== challengeId),
      );
      void queryClient.invalidateQueries({ queryKey: routeKey(challengeRoutes.details, { params: { id } }) });
    },
  });
}

export type AttachmentChange =
  | { kind: 'none' }
  | { kind: 'remote'; url: string }
  | { kind: 'local'; file: File; onProgress: (part: number) => void };

/** Stores a file, if there is one, and makes it or a link the challenge's attachment. */
export function useSetAttachment(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: AttachmentChange) => {
      const params = { id, challengeId };
      if (change.kind === 'none') {
        return call(challengeEditRoutes.setAttachment, { params, body: { attachmentType: 'None' } });
      }
      if (change.kind === 'remote') {
        const body = { attachmentType: 'Remote' as const, remoteUrl: change.url };
        return call(challengeEditRoutes.setAttachment, { params, body });
      }
      const [stored] = await call(assetRoutes.upload, { files: [change.file] }, { onProgress: change.onProgress });
      const body = { attachmentType: 'Local' as const, fileHash: stored?.hash };
      return call(challengeEditRoutes.setAttachment, { params, body });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: challengeQuery(id, challengeId).queryKey }),
  });
}

/** Starts or stops the organiser's own instance. */
export function useTestContainer(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = challengeQuery(id, challengeId);
  const params = { id, challengeId };
  const start = useMutation({
    mutationFn: () => call(testContainerRoutes.create, { params }),
    onSuccess: (testContainer) => {
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, testContainer });
      // It says when a challenge was last tested.
      void queryClient.invalidateQueries({ queryKey: challengesQuery(id).queryKey });
    },
  });
  const stop = useMutation({
    mutationFn: () => call(testContainerRoutes.destroy, { params }),
    onSuccess: () =>
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, testContainer: null }),
  });
  return { start, stop };
}
