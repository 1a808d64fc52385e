import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { ImagePull } from '@vexil/contract/container-image';
import { containerImageEndpoints } from '@vexil/contract/container-image.endpoints';
import { testContainerEndpoints } from '@vexil/contract/container-test.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export const gameQuery = (id: number) => routeQuery(gameEditEndpoints.get, { params: { id } });
export const challengesQuery = (id: number) => routeQuery(challengeEditEndpoints.list, { params: { id } });
export const divisionsQuery = (id: number) => routeQuery(divisionEndpoints.list, { params: { id } });

const healthPollMs = 30_000;

export const healthQuery = (id: number) => ({
  ...routeQuery(challengeEditEndpoints.health, { params: { id } }),
  refetchInterval: healthPollMs,
});

/** The state of a test instance is polled: no live message reports it. */
const testPollMs = 10_000;
const testStartPollMs = 2_000;

export const challengeQuery = (id: number, challengeId: number) => ({
  ...routeQuery(challengeEditEndpoints.get, { params: { id, challengeId } }),
  refetchInterval: ({ state }: { state: { data?: ChallengeEdit } }) => {
    const test = state.data?.testContainer;
    if (!test) return false;
    return test.status === 'Pending' ? testStartPollMs : testPollMs;
  },
});

const imagesPollMs = 3_000;
const isUnderWay = ({ state }: ImagePull) => state === 'waiting' || state === 'pulling';

export const imagesQuery = (id: number, challengeId: number) => ({
  ...routeQuery(containerImageEndpoints.list, { params: { id, challengeId } }),
  refetchInterval: ({ state }: { state: { data?: ImagePull[] } }) =>
    state.data?.some(isUnderWay) ? imagesPollMs : false,
});

export function usePullImages(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(containerImageEndpoints.pull, { params: { id, challengeId } }),
    onSuccess: (images) => queryClient.setQueryData(imagesQuery(id, challengeId).queryKey, images),
  });
}

/** Not kept: it may hold a flag. */
export const testLogQuery = (id: number, challengeId: number) => ({
  ...routeQuery(testContainerEndpoints.log, { params: { id, challengeId } }),
  gcTime: 0,
  staleTime: 0,
});

export type ChallengeChange = InputOf<typeof challengeEditEndpoints.update>['body'];

function useSettleChallenge(id: number) {
  const queryClient = useQueryClient();
  return async (challenge: ChallengeEdit) => {
    queryClient.setQueryData(challengeQuery(id, challenge.id).queryKey, challenge);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: challengesQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: routeKey(challengeEndpoints.details, { params: { id } }) }),
      queryClient.invalidateQueries({
        queryKey: routeKey(challengeEndpoints.get, { params: { id, challengeId: challenge.id } }),
      }),
      queryClient.invalidateQueries({ queryKey: imagesQuery(id, challenge.id).queryKey }),
    ]);
  };
}

export function useUpdateChallenge(id: number) {
  const settle = useSettleChallenge(id);
  return useMutation({
    mutationFn: ({ challengeId, body }: { challengeId: number; body: ChallengeChange }) =>
      call(challengeEditEndpoints.update, { params: { id, challengeId }, body }),
    onSuccess: settle,
  });
}

export function useCreateChallenge(id: number) {
  const settle = useSettleChallenge(id);
  return useMutation({
    mutationFn: (body: InputOf<typeof challengeEditEndpoints.create>['body']) =>
      call(challengeEditEndpoints.create, { params: { id }, body }),
    onSuccess: settle,
  });
}

/** Not a mutation: it may run after the page that asked for it was left. */
export function useDeleteChallenge(id: number): (challengeId: number) => Promise<void> {
  const queryClient = useQueryClient();
  return async (challengeId) => {
    await call(challengeEditEndpoints.delete, { params: { id, challengeId } }, { keepalive: true });
    queryClient.setQueryData(challengesQuery(id).queryKey, (challenges) =>
      challenges?.filter((challenge) => challenge.id !== challengeId),
    );
    void queryClient.invalidateQueries({ queryKey: routeKey(challengeEndpoints.details, { params: { id } }) });
  };
}

export function useReadChallenges(id: number): (challengeIds: number[]) => Promise<ChallengeEdit[]> {
  const queryClient = useQueryClient();
  return (challengeIds) =>
    Promise.all(challengeIds.map((challengeId) => queryClient.fetchQuery(challengeQuery(id, challengeId))));
}

/** The list shows the new order at once, and the old one again when it is refused. */
export function useOrderChallenges(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = challengesQuery(id);
  return useMutation({
    mutationFn: (challengeIds: number[]) =>
      call(challengeEditEndpoints.order, { params: { id }, body: { challengeIds } }),
    onMutate: async (challengeIds) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (challenges) =>
        challenges?.map((challenge) => {
          const place = challengeIds.indexOf(challenge.id);
          return place < 0 ? challenge : { ...challenge, position: place + 1 };
        }),
      );
      return before;
    },
    onError: (_error, _ids, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: routeKey(challengeEndpoints.details, { params: { id } }) }),
      ]),
  });
}

export const useRecompute = (id: number) =>
  useMutation({ mutationFn: () => call(gameEditEndpoints.updateAccepted, { params: { id } }) });

type Attachments = ChallengeEdit['attachments'];
type AttachmentsBody = InputOf<typeof challengeEditEndpoints.setAttachments>['body'];
type NewAttachment = AttachmentsBody['attachments'][number];

const kept = ({ type, url, fileHash, name }: Attachments[number]): NewAttachment =>
  type === 'Remote' ? { attachmentType: 'Remote', remoteUrl: url, name } : { attachmentType: 'Local', fileHash, name };

/** Stored at once, beside the form. */
export function useAttachments(id: number, challengeId: number, version: number) {
  const queryClient = useQueryClient();
  const params = { id, challengeId };
  const { queryKey } = challengeQuery(id, challengeId);
  const store = async (body: AttachmentsBody) => {
    try {
      const stored = await call(challengeEditEndpoints.setAttachments, { params, body });
      const first = { attachment: stored.attachments[0] ?? null };
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, ...first, ...stored });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
  const append = async (added: NewAttachment) => {
    // Those that are there by now: an upload takes a while.
    const now = await call(challengeEditEndpoints.listAttachments, { params });
    await store({ attachments: [...now.attachments.map(kept), added], version: now.version });
  };
  const add = useMutation({ mutationFn: (remoteUrl: string) => append({ attachmentType: 'Remote', remoteUrl }) });
  const replace = useMutation({
    mutationFn: (attachments: Attachments) => store({ attachments: attachments.map(kept), version }),
  });
  const upload = async (file: File, onProgress: (part: number) => void) => {
    const [stored] = await call(assetEndpoints.upload, { files: [file] }, { onProgress });
    await append({ attachmentType: 'Local', fileHash: stored?.hash, name: file.name });
  };
  return { add, replace, upload };
}

/** Puts a flag in the place of another; an empty one only takes that away. */
export function useSetFlag(id: number, challengeId: number) {
  const params = { id, challengeId };
  const refresh = useInvalidate(challengeQuery(id, challengeId).queryKey, challengesQuery(id).queryKey);
  return useChange(async ({ flag, before }: { flag: string; before: number | undefined }) => {
    // The new one first: a challenge without any is disabled.
    if (flag !== '') await call(flagEndpoints.add, { params, body: [{ flag }] });
    if (before !== undefined) await call(flagEndpoints.delete, { params: { ...params, flagId: before } });
  }, refresh);
}

export function useTestContainer(id: number, challengeId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = challengeQuery(id, challengeId);
  const params = { id, challengeId };
  const start = useMutation({
    mutationFn: () => call(testContainerEndpoints.create, { params }),
    onSuccess: (testContainer) => {
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, testContainer });
      // It contains the time of the last test.
      void queryClient.invalidateQueries({ queryKey: challengesQuery(id).queryKey });
    },
    // It has the reason, which the page shows again after a reload.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const extend = useMutation({
    mutationFn: () => call(testContainerEndpoints.extend, { params }),
    onSuccess: (testContainer) =>
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, testContainer }),
  });
  const stop = useMutation({
    mutationFn: () => call(testContainerEndpoints.destroy, { params }),
    onSuccess: () =>
      queryClient.setQueryData(queryKey, (challenge) => challenge && { ...challenge, testContainer: null }),
  });
  return { start, extend, stop };
}
