// The newest rows of a list stay in the query cache, and live messages are put in front of them. While the list is
// paused they are put there too, but not shown.

import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveTarget } from '../../live/targets';
import { useLive, useOnLive } from '../../live/use-live';
import { refresh } from '../../live/use-refresh';

export const pageSize = 50;
/** Rows kept; older ones can be fetched again. */
const rowsMax = 1000;
/** Messages of this time are shown together: a burst brings hundreds in a second. */
const gatherMs = 200;

type FeedRow = { id: number };
type Pages<Row> = InfiniteData<Row[], number | undefined>;

/** The pages with rows that arrived or changed; those that no longer match are taken out. */
function withArrived<Row extends FeedRow>(
  { pages, pageParams }: Pages<Row>,
  arrived: readonly Row[],
  matches: (row: Row) => boolean,
): Pages<Row> {
  const left = new Map(arrived.map((row) => [row.id, row]));
  const [first = [], ...rest] = pages.map((page) =>
    page.flatMap((row) => {
      const next = left.get(row.id);
      left.delete(row.id);
      return next === undefined ? row : matches(next) ? next : [];
    }),
  );
  const fresh = [...left.values()].filter(matches);
  const next = [[...fresh, ...first].sort((a, b) => b.id - a.id), ...rest];
  while (next.length > 1 && next.flat().length > rowsMax) next.pop();
  if (next.length === 1) next[0] = next[0]?.slice(0, rowsMax) ?? [];
  return { pages: next, pageParams: pageParams.slice(0, next.length) };
}

type FeedInput<Row> = {
  gameId: number;
  /** Begins like that of a call of the game, so that a lost connection fetches it again. */
  queryKey: QueryKey;
  fetchPage: (beforeId: number | undefined, signal: AbortSignal) => Promise<Row[]>;
  target: LiveTarget;
  matches: (row: Row) => boolean;
};

/** A list of a game that grows at its top, its pages downwards, and a pause. */
export function useFeed<Row extends FeedRow>({ gameId, queryKey, fetchPage, target, matches }: FeedInput<Row>) {
  const client = useQueryClient();
  const state = useLive(gameId, 'monitor');
  /** Of the newest row when the list was paused. */
  const [pausedAt, setPausedAt] = useState<number>();
  const isPaused = pausedAt !== undefined;

  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Row[]) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    refetchInterval: state === 'live' || isPaused ? false : refresh.intervalMs,
    refetchOnWindowFocus: false,
    staleTime: 10_000,
  });

  const isFetched = query.data !== undefined;
  const gather = useGathered<Row>(put);
  function put(rows: Row[]): boolean {
    if (!client.getQueryData(queryKey)) return false;
    client.setQueryData<Pages<Row>>(queryKey, (known) => known && withArrived(known, rows, matches));
    return true;
  }
  useEffect(() => {
    if (isFetched) gather.flush();
  }, [isFetched, gather]);
  useOnLive(gameId, target, (row) => gather.add(row as unknown as Row));

  const all = query.data?.pages.flat() ?? [];
  const shown = isPaused ? all.filter(({ id }) => id <= pausedAt) : all;
  return {
    query,
    state,
    rows: shown,
    isPaused,
    waiting: all.length - shown.length,
    togglePause: () => setPausedAt(isPaused ? undefined : (all[0]?.id ?? 0)),
  };
}

/** Hands over what was added within a moment together; keeps it while `put` refuses. */
function useGathered<Row>(put: (rows: Row[]) => boolean) {
  const latest = useRef(put);
  latest.current = put;
  const [gather] = useState(() => {
    let rows: Row[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      if (rows.length > 0 && latest.current(rows)) rows = [];
    };
    return {
      add(row: Row) {
        rows = [...rows, row].slice(-rowsMax);
        timer ??= setTimeout(flush, gatherMs);
      },
      flush,
      stop: () => clearTimeout(timer),
    };
  });
  useEffect(() => gather.stop, [gather]);
  return gather;
}
