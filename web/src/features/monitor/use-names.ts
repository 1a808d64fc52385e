import { useMemo } from 'react';
import { useLiveScoreboard } from '../../live/scoreboard-cache';

/** Teams and challenges of the game by name, as the board has them. */
export function useNames(gameId: number) {
  const { data: board } = useLiveScoreboard(gameId);
  return useMemo(
    () => ({
      teams: (board?.items ?? []).map(({ id, name }) => ({ id, name })).sort(byName),
      challenges: Object.values(board?.challenges ?? {})
        .flat()
        .map(({ id, title }) => ({ id, name: title }))
        .sort(byName),
    }),
    [board],
  );
}

export type Named = { id: number; name: string };

const byName = (a: Named, b: Named) => a.name.localeCompare(b.name);
