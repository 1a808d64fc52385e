import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useMemo } from 'react';
import type { CellScale } from './cells';
import { axisEnd } from './score-history';
import { useCoarseNow } from './use-coarse-now';

type AxisInput = {
  game: { start: number; end: number };
  running: boolean;
  board: Pick<Scoreboard, 'updateTimeUtc' | 'items'> | undefined;
  /** Time of past standings. */
  at: number | undefined;
  top?: number;
};

/** Range of the charts; `until` is where their lines end, `top` the leader's score. */
export function useTimeAxis({ game, running, board, at, top = board?.items[0]?.score ?? 0 }: AxisInput): CellScale {
  const now = useCoarseNow();
  const last = running ? Math.min(game.end, Math.max(now, board?.updateTimeUtc ?? 0)) : game.end;
  const until = at === undefined ? last : Math.max(game.start, Math.min(at, last));
  const end = running ? axisEnd(game, last) : game.end;
  return useMemo(() => ({ start: game.start, end, until, top }), [game.start, end, until, top]);
}
