import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writeupEndpoints } from '@vexil/contract/writeup.endpoints';
import { call } from '../../api/call';
import { retryUntilStarted } from '../../api/query-client';
import { routeQuery } from '../../api/route-query';
import { refetchOwnGames } from '../../live/own-games-query';

export const writeupQuery = (gameId: number) => ({
  ...routeQuery(writeupEndpoints.get, { params: { id: gameId } }),
  staleTime: 60_000,
  ...retryUntilStarted,
});

/** Systems name the type and the ending of the same file differently, and the server takes one spelling. */
const asPdf = (file: File) =>
  new File([file], file.name.replace(/\.pdf$/i, '.pdf'), { type: 'application/pdf', lastModified: file.lastModified });

export function useUploadWriteup(gameId: number, onProgress: (part: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      call(writeupEndpoints.upload, { params: { id: gameId }, files: [asPdf(file)] }, { onProgress }),
    // Another member may have handed one in, or the deadline may have passed: what is shown is asked again either way.
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: writeupQuery(gameId).queryKey }), refetchOwnGames(client)]),
  });
}
