// What a team sees of its game comes from one call and then follows the board: values, solves, bloods and the own row are
// taken from the live board, so a solve causes no further request.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GameDetails, ListedChallenge } from '@vexil/contract/challenge';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { Scoreboard, ScoreboardChallenge, ScoreboardItem } from '@vexil/contract/scoreboard';
import { openFreeze } from '@vexil/rules/game-freeze.rules';
import { withLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import { challengesFor } from '@vexil/rules/scoreboard.group.rules';
import { useDeferredValue, useMemo } from 'react';
import { routeKey, routeQuery } from '../api/route-query';
import { detailsQuery } from './details-query';
import { useLiveScoreboard, useSeesBoard } from './scoreboard-cache';
import { useLive, useOnLive } from './use-live';
import { useSettled } from './use-settled';

const spreadMs = 1500;
/** Where no board says that values have changed. */
const unseenMs = 60_000;

/**
 * The details with challenges and row of the board. Own solves after a freeze are in the details alone.
 */
function withBoard(details: GameDetails, board: Scoreboard, frozenAt: number | null = null): GameDetails {
  const current = new Map(
    Object.values(challengesFor(board, details.rank.divisionId))
      .flat()
      .map((challenge) => [challenge.id, challenge]),
  );
  const challenges = Object.fromEntries(
    Object.entries(details.challenges).map(([category, list]) => [
      category,
      list.map((challenge) => withTags(current.get(challenge.id), challenge)),
    ]),
  );
  const row = board.items.find(({ id }) => id === details.rank.id);
  return { ...details, challenges, rank: row ? withOwnSolves(row, details.rank, frozenAt) : details.rank };
}

const tagged = new WeakMap<ScoreboardChallenge, ListedChallenge>();

/** The board has no tags. Equal for equal parts, so that rows that did not change are not drawn. */
function withTags(current: ScoreboardChallenge | undefined, known: ListedChallenge): ListedChallenge {
  const { tags } = known;
  if (!current || !tags) return current ?? known;
  const made = tagged.get(current);
  if (made?.tags === tags) return made;
  const next = { ...current, tags };
  tagged.set(current, next);
  return next;
}

function withOwnSolves(row: ScoreboardItem, own: ScoreboardItem, frozenAt: number | null): ScoreboardItem {
  if (frozenAt === null) return row;
  // Also those of before the freeze that a re-judging made after it.
  const shown = new Set(row.solvedChallenges.map(({ id }) => id));
  const later = own.solvedChallenges.filter(({ id }) => !shown.has(id));
  return later.length === 0 ? row : withLaterSolves(row, later);
}

type LiveDetailsOptions = {
  enabled: boolean;
  /** Whether the board is fetched, which keeps them current. */
  follows?: boolean;
};

/** A team's view of a game, kept current while the component is there. */
export function useLiveDetails(gameId: number, { enabled, follows = true }: LiveDetailsOptions) {
  const client = useQueryClient();
  const state = useLive(gameId);
  const refetchInterval = useSeesBoard(gameId) ? (false as const) : unseenMs;
  const query = useQuery({ ...detailsQuery(gameId), enabled, refetchInterval });
  // The details have all that the board has, so that they are shown first: the board is fifty times as large.
  const settled = useSettled();
  const { data: board, dataUpdatedAt } = useLiveScoreboard(gameId, { enabled: enabled && settled && follows });
  const { data: game } = useQuery({ ...routeQuery(gameEndpoints.get, { params: { id: gameId } }), enabled: false });
  const frozenAt = game ? openFreeze(game) : null;

  useOnLive(gameId, 'ChallengesChanged', ({ challengeIds }) => {
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: detailsQuery(gameId).queryKey });
      // Of a challenge that not every team may know of.
      if (challengeIds.length === 0) {
        void client.invalidateQueries({ queryKey: routeKey(challengeEndpoints.get) });
      }
      for (const challengeId of challengeIds) {
        const { queryKey } = routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } });
        void client.invalidateQueries({ queryKey });
      }
    }, Math.random() * spreadMs);
  });

  const fetched = query.data;
  // Without a live connection the board does not change, and a later reply of the other call is newer.
  const boardIsNewer = state === 'live' || dataUpdatedAt >= query.dataUpdatedAt;
  const details = useMemo(
    () => (fetched && board && boardIsNewer ? withBoard(fetched, board, frozenAt) : fetched),
    [fetched, board, boardIsNewer, frozenAt],
  );
  // Every row may change with the board; rendered in slices, they are no long task.
  const shown = useDeferredValue(details);
  return { details: shown, error: query.error, isFetching: query.isFetching, refetch: query.refetch };
}
