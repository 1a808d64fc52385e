import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Notice } from '@vexil/contract/notice';
import { useOnLive } from '../../live/use-live';
import { noticesQuery } from './notice.queries';

const isWritten = ({ type }: Notice) => type === 'Normal';

const isPinned = ({ pinned }: Notice) => Number(pinned ?? false);

/** Sorted and without duplicates; of two with one id the later argument wins. */
export function orderNotices(notices: readonly Notice[]): Notice[] {
  const each = [...new Map(notices.map((notice) => [notice.id, notice])).values()];
  return each.sort(
    (a, b) =>
      Number(isWritten(b)) - Number(isWritten(a)) || isPinned(b) - isPinned(a) || b.time - a.time || b.id - a.id,
  );
}

/** The notices of a game, updated by live messages while the component is mounted. */
export function useNotices(gameId: number, { enabled }: { enabled: boolean }) {
  const client = useQueryClient();
  const { queryKey } = noticesQuery(gameId);
  const put = (notice: Notice) => client.setQueryData(queryKey, (known) => known && orderNotices([...known, notice]));
  useOnLive(gameId, 'ReceivedGameNotice', put);
  useOnLive(gameId, 'NoticeChanged', put);
  useOnLive(gameId, 'NoticeDeleted', ({ id }) => {
    client.setQueryData(queryKey, (known) => known?.filter((notice) => notice.id !== id));
  });
  return useQuery({ ...noticesQuery(gameId), enabled });
}
