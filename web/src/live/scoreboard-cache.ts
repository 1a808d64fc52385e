// The one place that knows how a board in the query cache stays right: each delta leads from one version to a later one,
// and the board is fetched once where the chain is broken.

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { LivePayload } from '@vexil/contract/live';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import type { ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { isNewer } from '@vexil/rules/scoreboard.freeze.rules';
import type { BoardChange } from '@vexil/rules/scoreboard.merge.rules';
import { call } from '../api/call';
import { retryUntilStarted } from '../api/query-client';
import { routeQuery } from '../api/route-query';
import { useOnLive } from './use-live';

/** Deltas kept per game: a board that is fetched is up to some seconds older than they are. */
const keptDeltas = 512;
/** A gap reaches thousands of browsers at once, so each waits a part of this before it fetches. */
const gapSpreadMs = 2500;
/** A board that was fetched may be older than what is wanted: then once more, and later. */
const gapFetchesMax = 5;

type DeltaRules = typeof import('@vexil/rules/scoreboard.delta.rules');
/** Loaded with the first board: many pages show none. */
let rules: DeltaRules | undefined;
const loadRules = async (): Promise<DeltaRules> => {
  rules ??= await import('@vexil/rules/scoreboard.delta.rules');
  return rules;
};

type BoardVersion = { version: number; updateTimeUtc: number };

type Feed = {
  /** By the version that they lead from. */
  deltas: Map<number, BoardChange>;
  /** The board that the last delta leads to. */
  announced: BoardVersion;
  /** The newest board that could not be reached by deltas. */
  wanted: BoardVersion;
  /** Fetches since then. */
  fetches: number;
  timer?: ReturnType<typeof setTimeout>;
};

const never = { version: 0, updateTimeUtc: 0 };

const feeds = new WeakMap<QueryClient, Map<number, Feed>>();

function feedOf(client: QueryClient, gameId: number): Feed {
  const known = feeds.get(client) ?? new Map<number, Feed>();
  feeds.set(client, known);
  const feed = known.get(gameId) ?? { deltas: new Map(), announced: never, wanted: never, fetches: 0 };
  known.set(gameId, feed);
  return feed;
}

function applyOne(board: Scoreboard, { version, delta }: BoardChange): Scoreboard | null {
  try {
    const next = rules?.applyScoreboardDelta(board as Parameters<DeltaRules['applyScoreboardDelta']>[0], delta);
    return next ? { ...(next as Omit<Scoreboard, 'version'>), version } : null;
  } catch {
    // A server of another release may send what this page cannot read; the board can still be fetched.
    return null;
  }
}

/** The delta that goes on from a version. One of several solves also goes on from a board that has some of them. */
function changeAfter({ deltas }: Feed, since: number): BoardChange | undefined {
  const next = deltas.get(since);
  if (next) return next;
  for (const change of deltas.values()) {
    if (change.from < since && since < change.version && rules?.isOfSolves(change.delta)) return change;
  }
  return undefined;
}

/** The board with every delta that follows it without a gap; the same object when there is none. */
function catchUp(board: Scoreboard, feed: Feed): Scoreboard {
  let current = board;
  for (;;) {
    const change = changeAfter(feed, current.version);
    const next = change && change.delta.updateTimeUtc >= current.updateTimeUtc && applyOne(current, change);
    if (!next) return current;
    current = next;
  }
}

/** The whole board of a game; current where `useScoreboardMessages` is mounted. Fails before the start of the game. */
export const scoreboardQuery = (gameId: number) => {
  const { queryKey } = routeQuery(scoreboardEndpoints.get, { params: { id: gameId } });
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Scoreboard> => {
      const fetched = call(scoreboardEndpoints.get, { params: { id: gameId } }, { signal });
      const [board] = await Promise.all([fetched, loadRules()]);
      const feed = feedOf(client, gameId);
      const current = catchUp(board, feed);
      // The reply is up to a second old, and a delta that arrived during the fetch may not follow it.
      if (isNewer(feed.announced, current)) fetchAfterGap(client, gameId, feed, feed.announced);
      return current;
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    ...retryUntilStarted,
  });
};

/** Takes in one delta: applies it, keeps it for later, or fetches the board after a moment when something is missing. */
export function receiveScoreboardDelta(
  client: QueryClient,
  gameId: number,
  { from, version, delta }: Pick<LivePayload<'ScoreboardChanged'>, 'from' | 'version' | 'delta'>,
): void {
  const feed = feedOf(client, gameId);
  const change = { from, version, delta: delta as ScoreboardDelta };
  const { updateTimeUtc } = change.delta;
  feed.announced = { version, updateTimeUtc };
  // Numbers begin anew when a database was restored; what is kept of the old ones would then fit by accident.
  for (const [key, kept] of feed.deltas) {
    if (kept.version > version && kept.delta.updateTimeUtc < updateTimeUtc) feed.deltas.delete(key);
  }
  feed.deltas.set(from, change);
  if (feed.deltas.size > keptDeltas) feed.deltas.delete(Math.min(...feed.deltas.keys()));

  if (!client.getQueryData(scoreboardQuery(gameId).queryKey)) return;
  if (rules) follow(client, gameId, feed);
  // A board that came with the page.
  else void loadRules().finally(() => follow(client, gameId, feed));
}

/** Brings the board in the cache to the one that was announced last. */
function follow(client: QueryClient, gameId: number, feed: Feed): void {
  const { queryKey } = scoreboardQuery(gameId);
  const board = client.getQueryData(queryKey);
  if (!board) return;
  const next = catchUp(board, feed);
  if (next !== board) client.setQueryData(queryKey, next);
  if (isNewer(feed.announced, next)) fetchAfterGap(client, gameId, feed, feed.announced);
}

function fetchAfterGap(client: QueryClient, gameId: number, feed: Feed, wanted: BoardVersion): void {
  if (isNewer(wanted, feed.wanted)) {
    feed.fetches = 0;
    feed.wanted = wanted;
  }
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
  return isNewer(wanted, client.getQueryData(scoreboardQuery(gameId).queryKey) ?? never);
}

/**
 * Applies the deltas of a game while the component is there. It is mounted with the hub's connection and before the first
 * fetch, because a fetched board may lack what was announced in the second before.
 */
export function useScoreboardMessages(gameId: number): void {
  const client = useQueryClient();
  useOnLive(gameId, 'ScoreboardChanged', (change) => receiveScoreboardDelta(client, gameId, change));
}

/** Whether the reader sees the board of a game, as far as it is known. */
export function useSeesBoard(gameId: number): boolean {
  const { data } = useQuery({
    ...routeQuery(gameEndpoints.get, { params: { id: gameId } }),
    enabled: false,
    select: ({ boardVisible }) => boardVisible,
  });
  return data !== false;
}

/**
 * The board of a game, current where `useScoreboardMessages` is mounted; none for readers who may not see it. `enabled` is
 * false as long as there is no board to have: before the start.
 */
export function useLiveScoreboard(gameId: number, { enabled = true }: { enabled?: boolean } = {}) {
  const sees = useSeesBoard(gameId);
  return useQuery({
    ...scoreboardQuery(gameId),
    enabled: enabled && sees,
    select: (board) => (sees ? board : undefined),
  });
}
