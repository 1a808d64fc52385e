import type { Scoreboard, ScoreboardQuery, TeamTimeline } from '@vexil/contract/scoreboard';
import { timelineOf } from '@vexil/rules/scoreboard.board.rules';
import { challengesFor } from '@vexil/rules/scoreboard.group.rules';

const countDefault = 100;

export const asksForPage = ({ skip, count, division, search }: ScoreboardQuery): boolean =>
  skip !== undefined || count !== undefined || division !== undefined || search !== undefined;

/** Ranks are those of the whole board; values are those of the division. */
export function pageOfBoard(board: Scoreboard, query: ScoreboardQuery): Scoreboard {
  const { skip = 0, count = countDefault, division, search = '' } = query;
  const wanted = search.toLowerCase();
  const found = board.items.filter(
    ({ name, divisionId }) =>
      (division === undefined || divisionId === division) && (wanted === '' || name.toLowerCase().includes(wanted)),
  );
  const challenges = challengesFor(board, division ?? null);
  return { ...board, challenges, items: found.slice(skip, skip + count), total: found.length };
}

/** Keeps the requested order, without teams that are not on the board. */
export function timelinesOf({ items }: Pick<Scoreboard, 'items'>, teamIds: readonly number[]): TeamTimeline[] {
  const wanted = new Set(teamIds);
  const rows = new Map(items.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row]));
  return teamIds.flatMap((id) => rows.get(id) ?? []).map(timelineOf);
}
