import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noticeEditEndpoints, noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export const noticesQuery = (id: number) => routeQuery(noticeEditEndpoints.list, { params: { id } });

function useRefresh(id: number) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: noticesQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: routeKey(noticeEndpoints.list) }),
    ]);
}

export function usePublishNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (content: string) => call(noticeEditEndpoints.create, { params: { id }, body: { content } }),
    onSuccess: refresh,
  });
}

export function useChangeNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: ({ noticeId, content }: { noticeId: number; content: string }) =>
      call(noticeEditEndpoints.update, { params: { id, noticeId }, body: { content } }),
    onSuccess: refresh,
  });
}

export function useDeleteNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (noticeId: number) => call(noticeEditEndpoints.delete, { params: { id, noticeId } }),
    onSuccess: refresh,
  });
}
