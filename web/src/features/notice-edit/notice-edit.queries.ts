import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { WrittenNotice } from '@vexil/contract/notice';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

/** A worker publishes planned notices, and organisers get no live message. */
const plannedPollMs = 10_000;

export const noticesQuery = (id: number) => ({
  ...routeQuery(noticeEditEndpoints.list, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: WrittenNotice[] } }) =>
    state.data?.some(({ scheduledUtc }) => scheduledUtc !== null) ? plannedPollMs : (false as const),
});

export const challengesQuery = (id: number) => routeQuery(challengeEditEndpoints.list, { params: { id } });

export type NewNotice = InputOf<typeof noticeEditEndpoints.create>['body'];
export type NoticeChange = InputOf<typeof noticeEditEndpoints.update>['body'];

const useRefresh = (id: number) => useInvalidate(noticesQuery(id).queryKey, routeKey(noticeEndpoints.list));

export const usePublishNotice = (id: number) =>
  useChange((body: NewNotice) => call(noticeEditEndpoints.create, { params: { id }, body }), useRefresh(id));

export const useChangeNotice = (id: number) =>
  useChange(
    ({ noticeId, body }: { noticeId: number; body: NoticeChange }) =>
      call(noticeEditEndpoints.update, { params: { id, noticeId }, body }),
    useRefresh(id),
    'success',
  );

export const useDeleteNotice = (id: number) =>
  useChange((noticeId: number) => call(noticeEditEndpoints.delete, { params: { id, noticeId } }), useRefresh(id));
