import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { retryUntilStarted } from '../../api/query-client';
import { routeQuery } from '../../api/route-query';

/** The route's maximum; a game has a few hundred at most. */
const count = 100;

/** The organisers' notices first, pinned ones before, then newest first. Refused before the start. */
export const noticesQuery = (gameId: number) => ({
  ...routeQuery(noticeEndpoints.list, { params: { id: gameId }, query: { count } }),
  staleTime: 60_000,
  ...retryUntilStarted,
});
