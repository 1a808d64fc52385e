import { useMutation, useQueryClient } from '@tanstack/react-query';
import { questionEndpoints } from '@vexil/contract/question.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

export const questionsQuery = (gameId: number) => ({
  ...routeQuery(questionEndpoints.list, { params: { id: gameId } }),
  // What changed while they were not shown.
  refetchOnMount: 'always' as const,
  staleTime: 60_000,
});

export function useAnswer(gameId: number, questionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call(questionEndpoints.answer, { params: { id: gameId, questionId }, body: { text } }),
    onSettled: () => client.invalidateQueries({ queryKey: questionsQuery(gameId).queryKey }),
  });
}

/** Systems name the type and the ending of the same file differently, and the server takes one spelling. */
const asPdf = (file: File) =>
  new File([file], file.name.replace(/\.pdf$/i, '.pdf'), { type: 'application/pdf', lastModified: file.lastModified });

export function useUploadAnswer(gameId: number, questionId: number, onProgress: (part: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      call(questionEndpoints.upload, { params: { id: gameId, questionId }, files: [asPdf(file)] }, { onProgress }),
    onSettled: () => client.invalidateQueries({ queryKey: questionsQuery(gameId).queryKey }),
  });
}
