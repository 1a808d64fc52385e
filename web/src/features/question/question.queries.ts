import { questionEndpoints } from '@vexil/contract/question.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export const questionsQuery = (gameId: number) => ({
  ...routeQuery(questionEndpoints.list, { params: { id: gameId } }),
  // What changed while they were not shown.
  refetchOnMount: 'always' as const,
  staleTime: 60_000,
});

export const useAnswer = (gameId: number, questionId: number) =>
  useChange(
    (text: string) => call(questionEndpoints.answer, { params: { id: gameId, questionId }, body: { text } }),
    useInvalidate(questionsQuery(gameId).queryKey),
  );

/** Systems name the type and the ending of the same file differently, and the server takes one spelling. */
const asPdf = (file: File) =>
  new File([file], file.name.replace(/\.pdf$/i, '.pdf'), { type: 'application/pdf', lastModified: file.lastModified });

export function useUploadAnswer(gameId: number, questionId: number, onProgress: (part: number) => void) {
  return useChange(
    (file: File) =>
      call(questionEndpoints.upload, { params: { id: gameId, questionId }, files: [asPdf(file)] }, { onProgress }),
    useInvalidate(questionsQuery(gameId).queryKey),
  );
}
