import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noticeEditRoutes, noticeRoutes } from '@vexil/contract/notice';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export const noticesQuery = (id: number) => routeQuery(noticeEditRoutes.list, { params: { id } });

function useRefresh(id: number) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: noticesQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: routeKey(noticeRoutes.list) }),
    ]);
}

export function usePublishNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (content: string) => call(noticeEditRoutes.create, { params: { id }, body: { content } }),
    onSuccess: refresh,
  });
}

export function useChangeNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: ({ noticeId, content }: { noticeId: number; content: string }) =>
      call(noticeEditRoutes.update, { params: { id, noticeId }, body: { content } }),
    onSuccess: refresh,
  });
}

export function useDeleteNotice(id: number) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: (noticeId: number) => call(noticeEditRoutes.delete, { params: { id, noticeId } }),
    onSuccess: refresh,
  });
}
