import { useMutation, useQueryClient } from '@tanstack/react-query';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { addressOf } from '@vexil/contract/request';
import type { WriteupReviewList } from '@vexil/contract/writeup';
import { writeupEditEndpoints } from '@vexil/contract/writeup.endpoints';
import { call, type InputOf } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export const gameQuery = (id: number) => routeQuery(gameEditEndpoints.get, { params: { id } });
export const divisionsQuery = (id: number) => routeQuery(divisionEndpoints.list, { params: { id } });
export const writeupsQuery = (id: number) => routeQuery(writeupEditEndpoints.list, { params: { id } });

export const archiveAddress = (id: number) => addressOf(writeupEditEndpoints.archive, { params: { id } });

/** Always as a PDF, whatever the file says it is: the browser's viewer then cannot run it as a page of this site. */
export const pdfQuery = (url: string) => ({
  queryKey: ['writeup-pdf', url],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const reply = await fetch(url, { signal });
    if (!reply.ok) throw new Error(`The writeup is answered with ${reply.status}`);
    return new Blob([await reply.arrayBuffer()], { type: 'application/pdf' });
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
});

export function useReviewWriteup(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      writeupId,
      body,
    }: {
      writeupId: number;
      body: InputOf<typeof writeupEditEndpoints.review>['body'];
    }) => call(writeupEditEndpoints.review, { params: { id, writeupId }, body }),
    onSuccess: (saved) =>
      queryClient.setQueryData(
        writeupsQuery(id).queryKey,
        (list: WriteupReviewList | undefined) =>
          list && { ...list, writeups: list.writeups.map((one) => (one.id === saved.id ? saved : one)) },
      ),
  });
}

export const useDeleteWriteups = (id: number) =>
  useChange(() => call(writeupEditEndpoints.deleteAll, { params: { id } }), useInvalidate(writeupsQuery(id).queryKey));
