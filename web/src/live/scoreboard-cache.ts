// The one place that knows how a board in the query cache stays right: a version per published board, a delta from each to
// the next, and one fetch where the chain is broken.

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { call } from '../api/call';
import { routeQuery } from '../api/route-query';
import { useLive, useOnLive } from './use-live';

/** Deltas kept per game: they may run ahead of a fetch that is under way. */
const keptDeltas = 64;
/** A gap reaches thousands of browsers at once, so each waits a part of this before it fetches. */
const gapSpreadMs = 2500;
/** A board is told before it can be fetched, so one that was fetched may lack it still: then once more, and later. */
const gapFetchesMax = 5;
/** Without a live connection the board is fetched now and then. */
const lostRefetchMs = 30_000 * (0.75 + Math.random() / 2);

type Feed = {
  deltas: Map<number, ScoreboardDelta>;
  /** Time of the newest board that could not be reached by deltas. */
  wanted: number;
  /** Fetches since then. */
  fetches: number;
  timer?: ReturnType<typeof setTimeout>;
};

const feeds = new WeakMap<QueryClient, Map<number, Feed>>();

function feedOf(client: QueryClient, gameId: number): Feed {
  const known = feeds.get(client) ?? new Map<number, Feed>();
  feeds.set(client, known);
  const feed = known.get(gameId) ?? { deltas: new Map(), wanted: 0, fetches: 0 };
  known.set(gameId, feed);
  return feed;
}

function applyOne(board: Scoreboard, version: number, delta: ScoreboardDelta): Scoreboard | null {
  try {
    const next = applyScoreboardDelta(board as Parameters<typeof applyScoreboardDelta>[0], delta);
    return next && { ...(next as Omit<Scoreboard, 'version'>), version };
  } catch {
    // A server of another release may send what this page cannot read; the board can still be fetched.
    return null;
  }
}

/** The board with every delta that follows it without a gap; the same object when there is none. */
function catchUp(board: Scoreboard, { deltas }: Feed): Scoreboard {
  let current = board;
  for (;;) {
    const version = current.version + 1;
    const delta = deltas.get(version);
    const next = delta && delta.updateTimeUtc >= current.updateTimeUtc && applyOne(current, version, delta);
    if (!next) return current;
    current = next;
  }
}

/** The whole board of a game; current whenever `useLiveScoreboard` is in use. Fails before the start of the game. */
export const scoreboardQuery = (gameId: number) => {
  const { queryKey } = routeQuery(scoreboardEndpoints.get, { params: { id: gameId } });
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Scoreboard> => {
      const board = await call(scoreboardEndpoints.get, { params: { id: gameId } }, { signal });
      return catchUp(board, feedOf(client, gameId));
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
};

/** Takes in one delta: applies it, keeps it for later, or fetches the board after a moment when something is missing. */
export function receiveScoreboardDelta(client: QueryClient, gameId: number, version: number, delta: unknown): void {
  const feed = feedOf(client, gameId);
  const change = delta as ScoreboardDelta;
  // Numbers begin anew when the server lost its own; what is kept of the old ones would then fit by accident.
  for (const [kept, { updateTimeUtc }] of feed.deltas) {
    if (kept > version && updateTimeUtc < change.updateTimeUtc) feed.deltas.delete(kept);
  }
  feed.deltas.set(version, change);
  if (feed.deltas.size > keptDeltas) feed.deltas.delete(Math.min(...feed.deltas.keys()));

  const { queryKey } = scoreboardQuery(gameId);
  const board = client.getQueryData(queryKey);
  // The fetch that is to come, or under way, takes up what is kept.
  if (!board) return;
  const next = catchUp(board, feed);
  if (next !== board) client.setQueryData(queryKey, next);
  // By time and not by number, for the same reason.
  if (change.updateTimeUtc > next.updateTimeUtc) fetchAfterGap(client, gameId, feed, change.updateTimeUtc);
}

function fetchAfterGap(client: QueryClient, gameId: number, feed: Feed, publishedAt: number): void {
  if (publishedAt > feed.wanted) feed.fetches = 0;
  feed.wanted = Math.max(feed.wanted, publishedAt);
  if (feed.timer !== undefined) return;
  feed.timer = setTimeout(
    async () => {
      feed.timer = undefined;
      if (lacks(client, gameId, feed)) {
        feed.fetches += 1;
        await client.invalidateQueries({ queryKey: scoreboardQuery(gameId).queryKey });
      }
      if (lacks(client, gameId, feed) && feed.fetches < gapFetchesMax) fetchAfterGap(client, gameId, feed, feed.wanted);
    },
    Math.random() * gapSpreadMs * (1 + feed.fetches),
  );
}

function lacks(client: QueryClient, gameId: number, { wanted }: Feed): boolean {
  return (client.getQueryData(scoreboardQuery(gameId).queryKey)?.updateTimeUtc ?? 0) < wanted;
}

/**
 * The board of a game, kept current by its live messages while the component is there. `enabled` is false as long as
 * there is no board to have: before the start.
 */
export function useLiveScoreboard(gameId: number, { enabled = true }: { enabled?: boolean } = {}) {
  const client = useQueryClient();
  const state = useLive(gameId);
  useOnLive(gameId, 'ScoreboardChanged', ({ version, delta }) =>
    receiveScoreboardDelta(client, gameId, version, delta),
  );
  return useQuery({
    ...scoreboardQuery(gameId),
    enabled,
    refetchInterval: state === 'lost' && lostRefetchMs,
  });
}
